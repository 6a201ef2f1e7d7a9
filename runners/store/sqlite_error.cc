#include "runners/store/sqlite_error.h"

#include <sqlite3.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "absl/strings/str_cat.h"

namespace benchcell::sqlite {
namespace {

bool IsFullDisk(const Failure& failure) {
  const int primary = failure.code & 0xff;
  return primary == SQLITE_FULL || (primary == SQLITE_IOERR && (failure.system_error == ENOSPC ||
                                                                failure.system_error == EDQUOT));
}

bool IsForbidden(const Failure& failure) {
  const int primary = failure.code & 0xff;
  return primary == SQLITE_READONLY || primary == SQLITE_PERM ||
         (primary == SQLITE_CANTOPEN &&
          (failure.system_error == EACCES || failure.system_error == EPERM ||
           failure.system_error == EROFS));
}

}  // namespace

absl::Status ToStatus(const Failure& failure, const std::string& path, const std::string& doing) {
  std::string found = absl::StrCat(path, ": ", failure.message);
  if (failure.system_error != 0) {
    absl::StrAppend(&found, " (", std::generic_category().message(failure.system_error), ")");
  }
  if (IsFullDisk(failure)) {
    return absl::ResourceExhaustedError(absl::StrCat(
        found,
        ". The disk that holds this file is full: free some space on it and try again. "
        "What was stored before is kept."));
  }
  if (IsForbidden(failure)) {
    return absl::PermissionDeniedError(
        absl::StrCat(found, ". The file and its folder have to be writable for this user."));
  }
  switch (failure.code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return absl::UnavailableError(
          absl::StrCat(found,
                       ". Another process holds the lock for long: see which has the file "
                       "open, and try again."));
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return absl::DataLossError(
          absl::StrCat(found,
                       ". The file is damaged or no database: move it away, together with "
                       "its -wal and -shm files, or bring back a copy."));
    case SQLITE_CANTOPEN:
      return absl::FailedPreconditionError(
          absl::StrCat(found, ". Expected a file, or a folder where one can be made."));
    case SQLITE_TOOBIG:
      return absl::InvalidArgumentError(
          absl::StrCat(found, ". A value is larger than SQLite can store (1 GB)."));
    default:
      return absl::InternalError(
          absl::StrCat(found, " (SQLite code ", failure.code, " while ", doing, ")"));
  }
}

}  // namespace benchcell::sqlite
