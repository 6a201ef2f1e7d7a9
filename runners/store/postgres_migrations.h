// The tables and functions, as a list of migrations. Version N of the schema is what the first N of
// them make.
//
// A migration that was released is never edited: a change of the schema is a new one at the end,
// `CREATE OR REPLACE FUNCTION` for a changed function.

#ifndef BENCHCELL_RUNNERS_STORE_POSTGRES_MIGRATIONS_H_
#define BENCHCELL_RUNNERS_STORE_POSTGRES_MIGRATIONS_H_

#include <string>
#include <vector>

namespace benchcell::postgres {

// SQL of each migration, the oldest first. Names are unqualified: the session's search_path is the
// schema.
const std::vector<std::string>& Migrations();

// Parts of the first migration.
extern const char kTables[];
extern const char kRunFunctions[];
extern const char kLeaseFunctions[];
extern const char kFinishFunctions[];

// The second one.
extern const char kRestart[];

// The third one.
extern const char kStanding[];

}  // namespace benchcell::postgres

#endif  // BENCHCELL_RUNNERS_STORE_POSTGRES_MIGRATIONS_H_
