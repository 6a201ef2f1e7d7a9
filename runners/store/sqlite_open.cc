#include "runners/store/sqlite_open.h"

#include <sqlite3.h>

#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/store/sqlite_schema.h"

namespace benchcell::sqlite {
namespace {

// The absolute path: `:memory:` and the empty name mean something else to SQLite.
absl::StatusOr<std::filesystem::path> Resolve(const std::filesystem::path& file) {
  if (file.filename().empty()) {
    return absl::InvalidArgumentError("the store needs the name of a file, found: '" +
                                      file.string() + "'");
  }
  std::error_code error;
  std::filesystem::path absolute = std::filesystem::absolute(file, error);
  if (error) return SystemError(error.value(), "can't resolve the path of the store", file);
  return absolute;
}

// Two processes that open a new file at once can meet in the switch to the write-ahead log, for
// which SQLite doesn't wait by itself.
absl::Status UseWriteAheadLog(Connection& connection, absl::Duration patience) {
  const int pause_ms = 10;
  while (true) {
    Statement row = connection.Prepare("PRAGMA journal_mode = WAL");
    const absl::StatusOr<bool> changed = row.Step();
    if (changed.ok() && *changed && row.GetText(0) == "wal") return absl::OkStatus();
    if (changed.ok()) {
      return absl::FailedPreconditionError(
          connection.path() +
          ": this file system can't hold a write-ahead log. Choose a folder on a local disk.");
    }
    if (!absl::IsUnavailable(changed.status()) || patience <= absl::ZeroDuration()) {
      return changed.status();
    }
    sqlite3_sleep(pause_ms);
    patience -= absl::Milliseconds(pause_ms);
  }
}

}  // namespace

absl::StatusOr<std::unique_ptr<Connection>> OpenForWriting(const std::filesystem::path& file,
                                                           absl::Duration busy_timeout,
                                                           WriteHook* hook) {
  ASSIGN_OR_RETURN(const std::filesystem::path path, Resolve(file));
  RETURN_IF_ERROR(MakeFolder(path.parent_path()));
  ASSIGN_OR_RETURN(std::unique_ptr<Connection> connection,
                   Connection::Open(path.string(), {.busy_timeout = busy_timeout}));
  // Before the first write: the file may be another program's.
  RETURN_IF_ERROR(CheckSchema(*connection, Migrations()));
  RETURN_IF_ERROR(UseWriteAheadLog(*connection, busy_timeout));
  // fullfsync: on macOS, an fsync alone leaves data in the disk's own cache. The log is cut back
  // after large payloads.
  RETURN_IF_ERROR(
      connection->Execute("PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; "
                          "PRAGMA checkpoint_fullfsync = ON; PRAGMA foreign_keys = ON; "
                          "PRAGMA journal_size_limit = 67108864"));
  RETURN_IF_ERROR(Migrate(*connection, Migrations(), hook));
  return connection;
}

absl::StatusOr<std::unique_ptr<Connection>> OpenForReading(const std::filesystem::path& file,
                                                           absl::Duration busy_timeout) {
  ASSIGN_OR_RETURN(const std::filesystem::path path, Resolve(file));
  ASSIGN_OR_RETURN(std::unique_ptr<Connection> connection,
                   Connection::Open(path.string(), {.busy_timeout = busy_timeout}));
  RETURN_IF_ERROR(connection->Execute("PRAGMA query_only = ON"));
  return connection;
}

}  // namespace benchcell::sqlite
