#include "runners/store/postgres_migrations.h"

#include <string>
#include <vector>

namespace benchcell::postgres {

// What is asked for by column is a column; all else is in `payload`, a message of benchcell.v1.
// Text is compared byte by byte, whatever the server's locale. Ids are found by hash indexes, which
// take text of any length, and are kept unique by exclusion constraints on these.
const char kTables[] = R"sql(
CREATE TABLE run (
  number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,  -- counts runs as they are stored
  id TEXT COLLATE "C" NOT NULL,
  digest TEXT COLLATE "C" NOT NULL,
  experiment TEXT COLLATE "C" NOT NULL,
  created_seconds BIGINT NOT NULL,
  created_nanos BIGINT NOT NULL,
  state SMALLINT NOT NULL CHECK (state IN (1, 2, 3)),  -- RunState
  payload BYTEA NOT NULL,  -- ExperimentRun without state, blocks, machines and records
  EXCLUDE USING hash (id WITH =)
);
CREATE INDEX run_by_digest ON run USING hash (digest);
CREATE INDEX run_active ON run (number) WHERE state = 1;

-- Locked by whoever leases a block of the cell, so that no two machines get one at once.
CREATE TABLE cell (
  run BIGINT NOT NULL REFERENCES run (number),
  cell BIGINT NOT NULL,
  PRIMARY KEY (run, cell)
);

CREATE TABLE block (
  run BIGINT NOT NULL,
  cell BIGINT NOT NULL,
  round BIGINT NOT NULL,
  position BIGINT NOT NULL,
  state SMALLINT NOT NULL DEFAULT 0 CHECK (state IN (0, 1, 2)),  -- BlockState
  attempt BIGINT NOT NULL DEFAULT 0,
  fencing_token BIGINT NOT NULL DEFAULT 0,
  machine TEXT COLLATE "C" NOT NULL DEFAULT '',
  epoch BIGINT NOT NULL DEFAULT 0,
  lease_expires BIGINT NOT NULL,  -- microseconds since 1970
  planned BYTEA NOT NULL,  -- positions of its planned runs, sorted, 4 bytes each
  payload BYTEA NOT NULL,  -- Block
  PRIMARY KEY (run, cell, round),
  UNIQUE (run, position),
  FOREIGN KEY (run, cell) REFERENCES cell (run, cell)
) WITH (fillfactor = 80);  -- room on the page for the versions that leases make
CREATE INDEX block_open ON block (run, position) WHERE state <> 2;

-- Written by `finish` and `keep_superseded` alone, which have found the block: no foreign key, whose
-- check would lock the block once more for each record.
CREATE TABLE record (
  run BIGINT NOT NULL,
  cell BIGINT NOT NULL,
  round BIGINT NOT NULL,
  attempt BIGINT NOT NULL,
  position BIGINT NOT NULL,
  superseded BOOLEAN NOT NULL,
  payload BYTEA NOT NULL,  -- RunRecord
  PRIMARY KEY (run, cell, round, attempt, position, superseded)
);

CREATE TABLE machine (
  number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id TEXT COLLATE "C" NOT NULL,
  EXCLUDE USING hash (id WITH =)
);
CREATE TABLE machine_epoch (
  machine BIGINT NOT NULL REFERENCES machine (number),
  epoch BIGINT NOT NULL,
  payload BYTEA NOT NULL,  -- MachineFacts
  PRIMARY KEY (machine, epoch)
);

CREATE SEQUENCE fencing_token;
)sql";

const std::vector<std::string>& Migrations() {
  static const auto* const migrations = new std::vector<std::string>{
      std::string(kTables) + kRunFunctions + kLeaseFunctions + kFinishFunctions, kRestart,
      kStanding};
  return *migrations;
}

}  // namespace benchcell::postgres
