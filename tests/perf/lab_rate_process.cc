#include "tests/perf/lab_rate_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <sstream>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"

extern char** environ;

namespace benchcell {
namespace {

absl::Status SystemError(const char* what) {
  return absl::InternalError(absl::StrCat(what, ": ", std::strerror(errno)));
}

// Empty if the output ends before the line does.
std::string ReadLine(int file) {
  std::string line;
  char c = 0;
  while (read(file, &c, 1) == 1) {
    if (c == '\n') return line;
    line.push_back(c);
  }
  return "";
}

}  // namespace

absl::StatusOr<std::unique_ptr<ServerProcess>> ServerProcess::Start(
    const std::vector<std::string>& command) {
  std::array<int, 2> input, output;
  if (pipe2(input.data(), O_CLOEXEC) != 0) return SystemError("pipe");
  if (pipe2(output.data(), O_CLOEXEC) != 0) return SystemError("pipe");
  std::vector<char*> arguments;
  for (const std::string& argument : command) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
  pid_t pid = 0;
  const int error =
      posix_spawn(&pid, command.front().c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(input[0]);
  close(output[1]);
  const std::string port = error == 0 ? ReadLine(output[0]) : "";
  close(output[0]);
  std::unique_ptr<ServerProcess> process(new ServerProcess(error == 0 ? pid : 0, input[1]));
  if (port.empty()) {
    return absl::UnavailableError(absl::StrCat(command.front(), " did not say its port",
                                               error == 0 ? "" : ": ", std::strerror(error)));
  }
  process->target_ = absl::StrCat("127.0.0.1:", port);
  return process;
}

ServerProcess::~ServerProcess() {
  if (input_ >= 0) close(input_);
  if (pid_ == 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

absl::Status ServerProcess::Stop() {
  close(input_);
  input_ = -1;
  int status = 0;
  if (waitpid(pid_, &status, 0) != pid_) return SystemError("wait for the server");
  pid_ = 0;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return absl::OkStatus();
  return absl::InternalError(absl::StrCat("the server ended with the wait status ", status));
}

absl::StatusOr<double> ServerProcess::MemoryKb() const {
  ASSIGN_OR_RETURN(const std::string text, ReadFile(absl::StrCat("/proc/", pid_, "/status")));
  std::istringstream lines(text);
  std::string word;
  double kb = 0;
  while (lines >> word) {
    if (word == "VmRSS:" && lines >> kb) return kb;
  }
  return absl::NotFoundError(absl::StrCat("/proc/", pid_, "/status has no VmRSS"));
}

absl::StatusOr<absl::Duration> ServerProcess::ProcessorTime() const {
  ASSIGN_OR_RETURN(const std::string text, ReadFile(absl::StrCat("/proc/", pid_, "/stat")));
  // Behind the program's name in brackets: the state is field 3, user and system time 14 and 15.
  std::istringstream fields(text.substr(text.rfind(')') + 1));
  std::string field;
  for (int i = 3; i < 14; ++i) fields >> field;
  double user = 0, system = 0;
  if (!(fields >> user >> system)) {
    return absl::DataLossError(absl::StrCat("/proc/", pid_, "/stat is not as expected: ", text));
  }
  return absl::Seconds((user + system) / static_cast<double>(sysconf(_SC_CLK_TCK)));
}

}  // namespace benchcell
