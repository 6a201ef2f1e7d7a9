// From SQLite's result codes to statuses that say what to do.

#ifndef BENCHCELL_RUNNERS_STORE_SQLITE_ERROR_H_
#define BENCHCELL_RUNNERS_STORE_SQLITE_ERROR_H_

#include <string>

#include "absl/status/status.h"

namespace benchcell::sqlite {

// What SQLite says of a failed call.
struct Failure {
  // Extended result code.
  int code = 0;
  // errno behind it; 0 if none.
  int system_error = 0;
  std::string message;
};

// The status for a failure while `doing` something (for those who debug; only INTERNAL shows it) to
// the database in file `path`:
//   full disk or quota             RESOURCE_EXHAUSTED
//   locked by another process      UNAVAILABLE
//   damaged, or no database        DATA_LOSS
//   not allowed to read or write   PERMISSION_DENIED
//   can't be opened                FAILED_PRECONDITION
//   value too big for SQLite       INVALID_ARGUMENT
//   all else                       INTERNAL
absl::Status ToStatus(const Failure& failure, const std::string& path, const std::string& doing);

}  // namespace benchcell::sqlite

#endif  // BENCHCELL_RUNNERS_STORE_SQLITE_ERROR_H_
