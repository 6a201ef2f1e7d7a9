// Brings a database to the schema that this program knows, and keeps it from being changed under a
// program that runs.
//
// The tables are in a schema of their own, whose version is in its table `schema_version`. Every
// connection holds an advisory lock on the schema, shared; a migration holds it alone. So a
// migration waits for programs with the older schema to end, and a program that was overtaken by
// one is refused at its next connection instead of misreading what it finds.

#ifndef BENCHCELL_RUNNERS_STORE_POSTGRES_SCHEMA_H_
#define BENCHCELL_RUNNERS_STORE_POSTGRES_SCHEMA_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "runners/store/postgres_connection.h"
#include "runners/store/write_hook.h"

namespace benchcell::postgres {

struct Schema {
  // Name of the PostgreSQL schema; the connection's search_path.
  std::string name;
  const std::vector<std::string>& migrations;
};

// Makes the schema, or migrates it to the newest version, in one transaction that fails as a whole;
// writes nothing if it is there. The connection may be used then: see Attach. `hook` may be null.
//   FAILED_PRECONDITION  it is a newer benchcell's or another program's
//   UNAVAILABLE          programs with an older schema are connected and stay so for `patience`
absl::Status Migrate(Connection& connection, const Schema& schema, absl::Duration patience,
                     WriteHook* hook);

// Takes the connection's share in the lock, and checks that the version is the one that this
// program knows. For every connection but that of Migrate. FAILED_PRECONDITION.
absl::Status Attach(Connection& connection, const Schema& schema);

}  // namespace benchcell::postgres

#endif  // BENCHCELL_RUNNERS_STORE_POSTGRES_SCHEMA_H_
