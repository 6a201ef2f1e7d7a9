#include "runners/store/sqlite_schema.h"

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"

namespace benchcell::sqlite {
namespace {

// Marks the file as ours (`file` and others show it): "bcel".
constexpr int64_t kApplicationId = 0x6263656c;

// What is asked for by column is a column; all else is in `payload`, a message of benchcell.v1.
// A migration that was released is never edited: a change of the schema is a new one at the end.
//
// `superseded` is part of a record's key, since an attempt that was given up for good has both its
// remains and the records that say so.
constexpr char kFirst[] = R"sql(
CREATE TABLE run (
  number INTEGER PRIMARY KEY AUTOINCREMENT,  -- counts runs as they are stored
  id TEXT NOT NULL UNIQUE,
  digest TEXT NOT NULL,
  experiment TEXT NOT NULL,
  created_seconds INTEGER NOT NULL,
  created_nanos INTEGER NOT NULL,
  state INTEGER NOT NULL CHECK (state IN (1, 2, 3)),  -- RunState
  payload BLOB NOT NULL  -- ExperimentRun without state, blocks, machines and records
) STRICT;
CREATE INDEX run_by_age ON run (created_seconds, created_nanos, number);
CREATE INDEX run_by_digest ON run (digest, state);
CREATE INDEX run_by_state ON run (state);

CREATE TABLE block (
  run INTEGER NOT NULL REFERENCES run (number),
  cell INTEGER NOT NULL,
  round INTEGER NOT NULL,
  position INTEGER NOT NULL,
  state INTEGER NOT NULL DEFAULT 0 CHECK (state IN (0, 1, 2)),  -- BlockState
  attempt INTEGER NOT NULL DEFAULT 0,
  fencing_token INTEGER NOT NULL DEFAULT 0,
  machine TEXT NOT NULL DEFAULT '',
  epoch INTEGER NOT NULL DEFAULT 0,
  lease_expires INTEGER NOT NULL,  -- microseconds since 1970
  payload BLOB NOT NULL,  -- Block
  PRIMARY KEY (run, cell, round),
  UNIQUE (run, position)
) STRICT;
CREATE INDEX block_by_state ON block (run, state);

CREATE TABLE record (
  run INTEGER NOT NULL,
  cell INTEGER NOT NULL,
  round INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  position INTEGER NOT NULL,
  superseded INTEGER NOT NULL CHECK (superseded IN (0, 1)),
  payload BLOB NOT NULL,  -- RunRecord
  PRIMARY KEY (run, cell, round, attempt, position, superseded),
  FOREIGN KEY (run, cell, round) REFERENCES block (run, cell, round)
) STRICT;

CREATE TABLE machine (
  id TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  payload BLOB NOT NULL,  -- MachineFacts
  PRIMARY KEY (id, epoch)
) STRICT;

CREATE TABLE fencing (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  token INTEGER NOT NULL  -- the newest that was given out
) STRICT;
INSERT INTO fencing VALUES (1, 0);
)sql";

// A record that was in force until its cell was begun anew may have the same place as one that was
// superseded from the beginning. A table's key can't be changed, so it is made anew.
constexpr char kSecond[] = R"sql(
CREATE TABLE new_record (
  run INTEGER NOT NULL,
  cell INTEGER NOT NULL,
  round INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  position INTEGER NOT NULL,
  superseded INTEGER NOT NULL CHECK (superseded IN (0, 1)),
  -- superseded when its cell was begun anew
  restarted INTEGER NOT NULL DEFAULT 0 CHECK (restarted IN (0, superseded)),
  payload BLOB NOT NULL,  -- RunRecord
  PRIMARY KEY (run, cell, round, attempt, position, superseded, restarted),
  FOREIGN KEY (run, cell, round) REFERENCES block (run, cell, round)
) STRICT;
INSERT INTO new_record (run, cell, round, attempt, position, superseded, payload)
  SELECT run, cell, round, attempt, position, superseded, payload FROM record;
DROP TABLE record;
ALTER TABLE new_record RENAME TO record;
)sql";

// What coordinators of one store tell each other about machines, and what belongs to the store but
// lies elsewhere.
constexpr char kThird[] = R"sql(
CREATE TABLE standing (
  machine TEXT PRIMARY KEY,
  name BLOB NOT NULL DEFAULT x'',
  agent BLOB NOT NULL DEFAULT x'',
  last_seen INTEGER,  -- microseconds since 1970; NULL if there was no sighting
  quarantine BLOB NOT NULL DEFAULT x''  -- why
) STRICT;

CREATE TABLE blob_folder (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  name TEXT NOT NULL
) STRICT;
)sql";

absl::StatusOr<int64_t> Version(Connection& connection) {
  return connection.QueryInt("PRAGMA user_version");
}

absl::Status CheckInTransaction(Connection& connection,
                                const std::vector<std::string>& migrations) {
  ASSIGN_OR_RETURN(const int64_t application, connection.QueryInt("PRAGMA application_id"));
  ASSIGN_OR_RETURN(const int64_t version, Version(connection));
  ASSIGN_OR_RETURN(const int64_t objects,
                   connection.QueryInt("SELECT count(*) FROM sqlite_master"));
  const bool empty = application == 0 && version == 0 && objects == 0;
  if (!empty && application != kApplicationId) {
    return absl::FailedPreconditionError(absl::StrCat(
        connection.path(), ": this is the database of another program (application id ",
        application, ", expected ", kApplicationId, "). Choose another file."));
  }
  const auto known = static_cast<int64_t>(migrations.size());
  if (version > known) {
    return absl::FailedPreconditionError(
        absl::StrCat(connection.path(), ": the schema has version ", version,
                     ", and this benchcell knows up to ", known,
                     ". A newer benchcell wrote it: use that one, or another state directory."));
  }
  return absl::OkStatus();
}

}  // namespace

const std::vector<std::string>& Migrations() {
  static const auto* const migrations = new std::vector<std::string>{kFirst, kSecond, kThird};
  return *migrations;
}

absl::Status CheckSchema(Connection& connection, const std::vector<std::string>& migrations) {
  // One state of the file: another process may be making the tables right now.
  Transaction transaction(connection, Transaction::Kind::kRead);
  RETURN_IF_ERROR(transaction.status());
  RETURN_IF_ERROR(CheckInTransaction(connection, migrations));
  return transaction.Commit();
}

absl::Status Migrate(Connection& connection, const std::vector<std::string>& migrations,
                     WriteHook* hook) {
  RETURN_IF_ERROR(CheckSchema(connection, migrations));
  const auto newest = static_cast<int64_t>(migrations.size());
  ASSIGN_OR_RETURN(int64_t version, Version(connection));
  if (version == newest) return absl::OkStatus();

  Transaction transaction(connection, Transaction::Kind::kWrite);
  RETURN_IF_ERROR(transaction.status());
  // Another process may have been faster.
  RETURN_IF_ERROR(CheckInTransaction(connection, migrations));
  ASSIGN_OR_RETURN(version, Version(connection));
  for (int64_t i = version; i < newest; ++i) {
    RETURN_IF_ERROR(Annotate(connection.Execute(migrations[i]),
                             absl::StrCat("migrating the schema to version ", i + 1)));
  }
  RETURN_IF_ERROR(connection.Execute(absl::StrCat("PRAGMA application_id = ", kApplicationId)));
  RETURN_IF_ERROR(connection.Execute(absl::StrCat("PRAGMA user_version = ", newest)));
  if (hook != nullptr) hook->BeforeCommit();
  RETURN_IF_ERROR(transaction.Commit());
  if (hook != nullptr) hook->AfterCommit();
  return absl::OkStatus();
}

}  // namespace benchcell::sqlite
