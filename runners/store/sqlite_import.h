// A whole run that comes from elsewhere, into SQLite. Errors as SqliteStore::ImportRun says.

#ifndef BENCHCELL_RUNNERS_STORE_SQLITE_IMPORT_H_
#define BENCHCELL_RUNNERS_STORE_SQLITE_IMPORT_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "benchcell/v1/result.pb.h"
#include "runners/store/encoded.h"
#include "runners/store/sqlite_connection.h"

namespace benchcell::sqlite {

// Records with their bytes.
struct EncodedRecords {
  std::vector<v1::RunRecord> records;
  std::vector<std::string> payloads;
};

// A block that is done, and what belongs to it.
struct WholeBlock {
  v1::Block block;
  EncodedRecords in_force;
  EncodedRecords superseded;
  // Of two superseded at one place the second: its cell was begun anew.
  EncodedRecords restarted;
};

// A checked run as it will be written; refers to the run that it was made from.
struct WholeRun {
  const v1::ExperimentRun* run = nullptr;
  EncodedRun encoded;
  std::vector<WholeBlock> blocks;
};

absl::StatusOr<WholeRun> EncodeWholeRun(const v1::ExperimentRun& run);

// To be called in a transaction.
absl::Status InsertWholeRun(Connection& connection, const WholeRun& whole);

}  // namespace benchcell::sqlite

#endif  // BENCHCELL_RUNNERS_STORE_SQLITE_IMPORT_H_
