// The tables, as a list of migrations. Version N of the schema is what the first N of them make;
// a database keeps its version in its header (`user_version`).
//
// A migration that was released is never edited: a change of the schema is a new one at the end.

#ifndef BENCHCELL_RUNNERS_STORE_SQLITE_SCHEMA_H_
#define BENCHCELL_RUNNERS_STORE_SQLITE_SCHEMA_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "runners/store/sqlite_connection.h"
#include "runners/store/write_hook.h"

namespace benchcell::sqlite {

// SQL of each migration, the oldest first.
const std::vector<std::string>& Migrations();

// Whether this is a database of ours, or an empty one, that `migrations` can handle. Writes
// nothing. FAILED_PRECONDITION for a database of another program or of a newer benchcell.
absl::Status CheckSchema(Connection& connection, const std::vector<std::string>& migrations);

// Brings the schema to the newest version, in one transaction; writes nothing if it is there.
// Errors of CheckSchema. `hook` may be null.
absl::Status Migrate(Connection& connection, const std::vector<std::string>& migrations,
                     WriteHook* hook);

}  // namespace benchcell::sqlite

#endif  // BENCHCELL_RUNNERS_STORE_SQLITE_SCHEMA_H_
