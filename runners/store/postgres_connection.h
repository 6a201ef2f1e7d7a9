// A thin layer over libpq: a connection that never waits for ever and reports errors as statuses.
//
//     auto connection = postgres::Connection::Open(uri, {.schema = "benchcell"});
//     auto result = (*connection)->Run("SELECT name FROM run WHERE id = $1", Params().Text(id));
//     if (result.ok() && result->rows() > 0) Use(result->Text(0, 0));

#ifndef BENCHCELL_RUNNERS_STORE_POSTGRES_CONNECTION_H_
#define BENCHCELL_RUNNERS_STORE_POSTGRES_CONNECTION_H_

#include <chrono>
#include <memory>
#include <string>
#include <unordered_map>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "runners/store/postgres_error.h"
#include "runners/store/postgres_uri.h"
#include "runners/store/postgres_values.h"

struct pg_conn;
struct pg_result;

namespace benchcell::postgres {

struct ConnectionOptions {
  // Where unqualified names are looked for. Need not be there.
  std::string schema = "benchcell";
  // How long to wait for a connection. The look-up of a host's name is not covered.
  absl::Duration connect_timeout = absl::Seconds(5);
  // After this the server gives a statement up, whether it works or waits for a lock. A server that
  // says nothing for two seconds more is taken for lost.
  absl::Duration statement_timeout = absl::Seconds(30);
};

// One connection. For one thread at a time.
class Connection {
 public:
  // Connects and prepares the session: UTF-8, READ COMMITTED, synchronous_commit on, timeouts.
  // Errors as postgres_error.h says. FAILED_PRECONDITION if the server is older than PostgreSQL 12
  // or the database isn't in UTF-8.
  static absl::StatusOr<std::unique_ptr<Connection>> Open(const Uri& uri,
                                                          const ConnectionOptions& options);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Runs one statement; outside of a transaction it is one. It has taken effect, durably, exactly
  // if this is OK, unless Lost() afterwards: then it may have. The text is compiled once per
  // connection, so it should be one of few.
  absl::StatusOr<Result> Run(const std::string& sql, const Params& params);

  // Runs any number of statements without parameters, ignoring their rows. As one transaction, if
  // they hold no BEGIN or COMMIT.
  absl::Status Execute(const std::string& sql);

  // SQLSTATE of the call that was the last to fail since the state was forgotten; empty if none did
  // or the server didn't say.
  const std::string& state() const { return state_; }
  void ForgetState() { state_.clear(); }

  // The connection is of no more use, after an error of the network or the end of the server. Looks
  // at the socket, so it also finds that out of an idle connection.
  bool Lost();

  // Whether one of the notifications that have arrived on a channel that is listened to came from
  // another connection than this one. Forgets them.
  bool TakeNotifications();

  // For poll(): readable when notifications, or the end, have arrived.
  int socket() const;

  // Name of the database, for messages.
  const std::string& name() const { return name_; }

 private:
  using Deadline = std::chrono::steady_clock::time_point;

  Connection(const Uri& uri, const ConnectionOptions& options);
  absl::Status Connect();
  absl::Status PrepareSession();

  // Waits until the socket is ready for `events` of poll(). UNAVAILABLE, and Lost, at the deadline.
  absl::Status Await(short events, Deadline deadline);
  // Sends what is to be sent and takes every result of one request; returns the last one, or the
  // first error.
  absl::StatusOr<Result> Finish(const std::string& doing);
  absl::StatusOr<Result> TakeResults(const std::string& doing, Deadline deadline);
  // Compiles the statement if it wasn't; returns its name.
  absl::StatusOr<std::string> Prepare(const std::string& sql, const Params& params);
  // The status of what libpq said last, or the result says.
  absl::Status Error(pg_result* result, const std::string& doing);

  const Uri uri_;
  const ConnectionOptions options_;
  const std::string name_;
  pg_conn* connection_ = nullptr;
  std::string state_;
  bool lost_ = false;
  std::unordered_map<std::string, std::string> prepared_;
};

}  // namespace benchcell::postgres

#endif  // BENCHCELL_RUNNERS_STORE_POSTGRES_CONNECTION_H_
