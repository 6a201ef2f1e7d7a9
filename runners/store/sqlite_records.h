// Records of runs in SQLite. To be called in a transaction. Errors as store.h says.

#ifndef BENCHCELL_RUNNERS_STORE_SQLITE_RECORDS_H_
#define BENCHCELL_RUNNERS_STORE_SQLITE_RECORDS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "benchcell/v1/result.pb.h"
#include "runners/store/sqlite_connection.h"
#include "runners/store/store.h"

namespace benchcell::sqlite {

// Adds records of a block that is stored; `payloads` are theirs. Superseded ones that are there
// already are left as they are.
absl::Status InsertRecords(Connection& connection, int64_t run_number,
                           const std::vector<v1::RunRecord>& records,
                           const std::vector<std::string>& payloads, bool superseded);

// Adds all records of the run with this number to `run`, in order.
absl::Status SelectRecords(Connection& connection, int64_t run_number, v1::ExperimentRun& run);

// Marks the cell's records in force as superseded, by its being begun anew.
absl::Status SupersedeRecords(Connection& connection, int64_t run_number, uint32_t cell);

}  // namespace benchcell::sqlite

#endif  // BENCHCELL_RUNNERS_STORE_SQLITE_RECORDS_H_
