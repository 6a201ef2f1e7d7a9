// A PostgreSQL server of a test's own, from the programs that the machine has: a fresh cluster in a
// short temporary folder, reached over a Unix socket there (and over TCP if asked for), gone with
// this object.
//
//     auto server = *PostgresServer::Create({});
//     auto store = *PostgresStore::Open(server->Uri(), {});
//     server->Kill(); server->Start();       // a crash and its recovery
//
// PostgreSQL refuses to be run by root: then it is run by the user `postgres`, or `nobody`. That
// takes a test outside of Bazel's sandbox, which knows one user only (tags = ["no-sandbox"]). Linux
// only (it finds the server's processes in /proc).

#ifndef BENCHCELL_RUNNERS_STORE_POSTGRES_SERVER_H_
#define BENCHCELL_RUNNERS_STORE_POSTGRES_SERVER_H_

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace benchcell {

struct PostgresServerOptions {
  // Syncs to the disk as in production. Without it what was committed outlives Kill() too, but not
  // the machine.
  bool durable = false;
  // Addresses to listen on by TCP, as PostgreSQL's setting of this name; empty for none. Whoever
  // connects is let in: not for a network with others in it.
  std::string listen_addresses = {};
  // For TCP; also in the name of the socket.
  int port = 5432;
  // More settings, by name.
  std::map<std::string, std::string> settings = {};
};

// For one thread at a time. The server ends with the thread that called Create or Start, should the
// process be killed: call them from one that lives as long as the test.
class PostgresServer {
 public:
  // Makes a cluster and starts it. NOT_FOUND if PostgreSQL isn't installed.
  static absl::StatusOr<std::unique_ptr<PostgresServer>> Create(
      const PostgresServerOptions& options);
  // Kills the server and removes the cluster.
  ~PostgresServer();
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;

  // Starts the server after Stop or Kill, and waits until it takes connections.
  absl::Status Start();
  // Ends it as an administrator does: open transactions are undone, connections closed.
  absl::Status Stop();
  // Kills all its processes (SIGKILL) at once.
  void Kill();
  // Stops all its processes where they are (SIGSTOP), and lets them go on.
  void Freeze();
  void Thaw();

  // postgres://benchcell@/DATABASE?host=... over the socket. The user may do everything.
  std::string Uri(const std::string& database = "postgres") const;
  // Over the socket as the user `guarded`, whom only this password lets in. Make the user first.
  std::string GuardedUri(const std::string& password) const;

  // Runs SQL as the user that may do everything.
  absl::Status Execute(const std::string& sql);
  // The first value of the first row of a query that gives a BIGINT.
  absl::StatusOr<int64_t> QueryInt(const std::string& sql);

  // Everything of this server is in this folder, which belongs to the user that runs it.
  const std::filesystem::path& folder() const { return folder_; }
  // Makes a folder that belongs to that user, for a tablespace.
  absl::Status GiveFolder(const std::filesystem::path& path) const;
  // What the server has written to its log.
  std::string Log() const;

 private:
  PostgresServer(PostgresServerOptions options, std::filesystem::path programs,
                 std::filesystem::path folder);
  absl::Status MakeCluster();
  // Starts a program as the user of the server, output to the log.
  absl::StatusOr<pid_t> Spawn(const std::vector<std::string>& arguments) const;
  // The postmaster and all processes below it.
  std::vector<pid_t> Processes() const;
  void Signal(int signal);

  const PostgresServerOptions options_;
  const std::filesystem::path programs_;
  const std::filesystem::path folder_;
  // 0 while it isn't running.
  pid_t postmaster_ = 0;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STORE_POSTGRES_SERVER_H_
