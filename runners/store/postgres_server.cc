#include "runners/store/postgres_server.h"

#include <fcntl.h>
#include <grp.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/store/postgres_connection.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

constexpr auto kLongestStart = std::chrono::seconds(60);
constexpr auto kPause = std::chrono::milliseconds(10);

// Debian keeps the server's programs out of PATH, by version; the newest that is there.
absl::StatusOr<fs::path> FindPrograms() {
  int newest = 0;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator("/usr/lib/postgresql", ignored)) {
    if (fs::exists(entry.path() / "bin" / "initdb")) {
      newest = std::max(newest, atoi(entry.path().filename().c_str()));
    }
  }
  if (newest > 0) return fs::path("/usr/lib/postgresql") / std::to_string(newest) / "bin";
  std::stringstream path(getenv("PATH") == nullptr ? "" : getenv("PATH"));
  for (std::string folder; std::getline(path, folder, ':');) {
    if (fs::exists(fs::path(folder) / "initdb")) return folder;
  }
  return absl::NotFoundError("PostgreSQL is not installed: apt-get install postgresql");
}

// Who runs the server: this process's user, but not root.
const passwd* ServerUser() {
  if (geteuid() != 0) return nullptr;
  const passwd* const user = getpwnam("postgres");
  return user != nullptr ? user : getpwnam("nobody");
}

// The parent of each process.
std::map<pid_t, pid_t> Parents() {
  std::map<pid_t, pid_t> parents;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc")) {
    const pid_t pid = atoi(entry.path().filename().c_str());
    std::ifstream file(entry.path() / "stat");
    std::string stat;
    if (pid == 0 || !std::getline(file, stat)) continue;
    // `PID (NAME) STATE PPID`, and a name may hold anything.
    std::istringstream rest(stat.substr(std::min(stat.size(), stat.rfind(')') + 1)));
    char state = 'Z';
    pid_t parent = 0;
    rest >> state >> parent;
    if (state != 'Z' && state != 'X') parents[pid] = parent;
  }
  return parents;
}

}  // namespace

absl::StatusOr<std::unique_ptr<PostgresServer>> PostgresServer::Create(
    const PostgresServerOptions& options) {
  ASSIGN_OR_RETURN(const fs::path programs, FindPrograms());
  // Not the test's own temporary folder: the path of a socket has some hundred bytes.
  std::string folder = "/tmp/benchcell-pg-XXXXXX";
  if (mkdtemp(folder.data()) == nullptr) return SystemError(errno, "can't make a folder", folder);
  std::unique_ptr<PostgresServer> server(new PostgresServer(options, programs, folder));
  RETURN_IF_ERROR(server->MakeCluster());
  RETURN_IF_ERROR(server->Start());
  return server;
}

PostgresServer::PostgresServer(PostgresServerOptions options, fs::path programs, fs::path folder)
    : options_(std::move(options)), programs_(std::move(programs)), folder_(std::move(folder)) {}

PostgresServer::~PostgresServer() {
  Kill();
  RemoveAll(folder_).IgnoreError();
}

absl::Status PostgresServer::GiveFolder(const fs::path& path) const {
  RETURN_IF_ERROR(MakeFolder(path));
  const passwd* const user = ServerUser();
  if (user != nullptr && chown(path.c_str(), user->pw_uid, user->pw_gid) != 0) {
    return SystemError(errno, "can't give it away", path);
  }
  return absl::OkStatus();
}

absl::Status PostgresServer::MakeCluster() {
  RETURN_IF_ERROR(GiveFolder(folder_));
  ASSIGN_OR_RETURN(const pid_t initdb, Spawn({"initdb", "--pgdata", (folder_ / "data").string(),
                                              "--username", "benchcell", "--auth", "trust",
                                              "--encoding", "UTF8", "--locale", "C", "--no-sync"}));
  int ended = 0;
  if (waitpid(initdb, &ended, 0) != initdb || ended != 0) {
    return absl::InternalError(absl::StrCat("initdb failed: ", Log()));
  }
  return AppendToFile(folder_ / "hba",
                      "local all guarded scram-sha-256\n"
                      "local all all trust\n"
                      "host all all all trust\n");
}

absl::StatusOr<pid_t> PostgresServer::Spawn(const std::vector<std::string>& arguments) const {
  const std::string program = (programs_ / arguments[0]).string();
  const std::string log = (folder_ / "log").string();
  const passwd* const user = ServerUser();
  // By its whole path: that is how it finds those that it starts, which may be on no PATH.
  std::vector<char*> argv = {const_cast<char*>(program.c_str())};
  for (size_t i = 1; i < arguments.size(); ++i) {
    argv.push_back(const_cast<char*>(arguments[i].c_str()));
  }
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child < 0) return SystemError(errno, "can't start", program);
  if (child > 0) return child;
  // Only what may be called between fork and exec of a program with threads.
  if (user != nullptr &&
      (setgroups(0, nullptr) != 0 || setgid(user->pw_gid) != 0 || setuid(user->pw_uid) != 0)) {
    _exit(126);
  }
  // An immediate shutdown, should the test be killed.
  prctl(PR_SET_PDEATHSIG, SIGQUIT);
  const int output = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
  const int input = open("/dev/null", O_RDONLY);
  if (output < 0 || input < 0 || dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0 ||
      chdir("/") != 0) {
    _exit(126);
  }
  execv(program.c_str(), argv.data());
  _exit(127);
}

absl::Status PostgresServer::Start() {
  std::map<std::string, std::string> settings = {{"listen_addresses", options_.listen_addresses},
                                                 {"port", std::to_string(options_.port)},
                                                 {"unix_socket_directories", folder_.string()},
                                                 {"hba_file", (folder_ / "hba").string()},
                                                 {"fsync", options_.durable ? "on" : "off"}};
  for (const auto& [name, value] : options_.settings) settings[name] = value;
  std::vector<std::string> arguments = {"postgres", "-D", (folder_ / "data").string()};
  for (const auto& [name, value] : settings) {
    arguments.push_back("-c");
    arguments.push_back(absl::StrCat(name, "=", value));
  }
  ASSIGN_OR_RETURN(postmaster_, Spawn(arguments));
  const auto end = std::chrono::steady_clock::now() + kLongestStart;
  while (PQping(Uri().c_str()) != PQPING_OK) {
    int ended = 0;
    if (waitpid(postmaster_, &ended, WNOHANG) == postmaster_) {
      postmaster_ = 0;
      return absl::InternalError(absl::StrCat("postgres ended at once: ", Log()));
    }
    if (std::chrono::steady_clock::now() > end) {
      return absl::DeadlineExceededError(absl::StrCat("postgres does not start: ", Log()));
    }
    std::this_thread::sleep_for(kPause);
  }
  return absl::OkStatus();
}

absl::Status PostgresServer::Stop() {
  if (postmaster_ == 0) return absl::OkStatus();
  // "Fast" shutdown.
  kill(postmaster_, SIGINT);
  int ended = 0;
  const pid_t waited = waitpid(std::exchange(postmaster_, 0), &ended, 0);
  return waited > 0 && ended == 0 ? absl::OkStatus() : absl::InternalError(Log());
}

std::vector<pid_t> PostgresServer::Processes() const {
  std::vector<pid_t> processes = {postmaster_};
  for (const auto& [pid, parent] : Parents()) {
    if (parent == postmaster_) processes.push_back(pid);
  }
  return processes;
}

void PostgresServer::Signal(int signal) {
  if (postmaster_ == 0) return;
  // First the one that makes new ones.
  kill(postmaster_, signal);
  for (const pid_t pid : Processes()) kill(pid, signal);
}

void PostgresServer::Freeze() { Signal(SIGSTOP); }

void PostgresServer::Thaw() { Signal(SIGCONT); }

void PostgresServer::Kill() {
  if (postmaster_ == 0) return;
  kill(postmaster_, SIGSTOP);
  const std::vector<pid_t> processes = Processes();
  for (const pid_t pid : processes) kill(pid, SIGKILL);
  waitpid(std::exchange(postmaster_, 0), nullptr, 0);
  // The next server refuses to start while one of them still uses the shared memory.
  for (const pid_t pid : processes) {
    while (Parents().count(pid) > 0) std::this_thread::sleep_for(kPause);
  }
}

std::string PostgresServer::Uri(const std::string& database) const {
  return absl::StrCat("postgres://benchcell@/", database, "?host=", folder_.string(),
                      "&port=", options_.port);
}

std::string PostgresServer::GuardedUri(const std::string& password) const {
  return absl::StrCat("postgres://guarded:", password, "@/postgres?host=", folder_.string(),
                      "&port=", options_.port);
}

absl::Status PostgresServer::Execute(const std::string& sql) {
  ASSIGN_OR_RETURN(const postgres::Uri uri, postgres::Uri::Parse(Uri()));
  ASSIGN_OR_RETURN(auto connection, postgres::Connection::Open(uri, {}));
  return connection->Execute(sql);
}

absl::StatusOr<int64_t> PostgresServer::QueryInt(const std::string& sql) {
  ASSIGN_OR_RETURN(const postgres::Uri uri, postgres::Uri::Parse(Uri()));
  ASSIGN_OR_RETURN(auto connection, postgres::Connection::Open(uri, {}));
  ASSIGN_OR_RETURN(const postgres::Result result, connection->Run(sql, postgres::Params()));
  return result.rows() == 0 ? 0 : result.Int(0, 0);
}

std::string PostgresServer::Log() const { return ReadTail(folder_ / "log", 4000); }

}  // namespace benchcell
