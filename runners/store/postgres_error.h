// From PostgreSQL's errors to statuses that say what to do.

#ifndef BENCHCELL_RUNNERS_STORE_POSTGRES_ERROR_H_
#define BENCHCELL_RUNNERS_STORE_POSTGRES_ERROR_H_

#include <string>

#include "absl/status/status.h"

namespace benchcell::postgres {

// What the server or libpq says of a failed call.
struct Failure {
  // SQLSTATE, five characters; empty if the failure came from no server.
  std::string state;
  // Without a password.
  std::string message;
};

// The status for a failure while `doing` something (for those who debug; only INTERNAL shows it) at
// the database called `name`:
//   disk or memory full               RESOURCE_EXHAUSTED
//   no connection, restart, timeout,
//   too many clients, a standby       UNAVAILABLE
//   user, password, missing rights    PERMISSION_DENIED
//   database isn't there              FAILED_PRECONDITION
//   text or value that can't be held  INVALID_ARGUMENT
//   damaged                           DATA_LOSS
//   all else                          INTERNAL
absl::Status ToStatus(const Failure& failure, const std::string& name, const std::string& doing);

// The server undid the transaction for the sake of another one: doing it again is right.
bool IsConflict(const std::string& state);

// The failure may be over by itself soon: the server can't be reached, starts, stops, or has no
// connection left.
bool IsPassing(const std::string& state);

// The SQLSTATE in a message of libpq with verbosity VERBOSE, as it has them for connections that
// fail; empty if there is none. `FATAL:  57P03: the database system is starting up`
std::string StateIn(const std::string& message);

}  // namespace benchcell::postgres

#endif  // BENCHCELL_RUNNERS_STORE_POSTGRES_ERROR_H_
