// Opens the file of a SQLite store: folders, write-ahead log, schema.

#ifndef BENCHCELL_RUNNERS_STORE_SQLITE_OPEN_H_
#define BENCHCELL_RUNNERS_STORE_SQLITE_OPEN_H_

#include <filesystem>
#include <memory>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "runners/store/sqlite_connection.h"
#include "runners/store/write_hook.h"

namespace benchcell::sqlite {

// A connection that may write, to a database with the newest schema. `hook` may be null.
// Errors as SqliteStore::Open says.
absl::StatusOr<std::unique_ptr<Connection>> OpenForWriting(const std::filesystem::path& file,
                                                           absl::Duration busy_timeout,
                                                           WriteHook* hook);

// A connection that can't write, to a database that OpenForWriting has prepared.
absl::StatusOr<std::unique_ptr<Connection>> OpenForReading(const std::filesystem::path& file,
                                                           absl::Duration busy_timeout);

}  // namespace benchcell::sqlite

#endif  // BENCHCELL_RUNNERS_STORE_SQLITE_OPEN_H_
