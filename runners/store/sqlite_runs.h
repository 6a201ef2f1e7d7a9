// Runs in SQLite: the statements behind Store's calls about whole runs. Each is to be called in a
// transaction; `connection` is the one that holds it. Errors as store.h says.

#ifndef BENCHCELL_RUNNERS_STORE_SQLITE_RUNS_H_
#define BENCHCELL_RUNNERS_STORE_SQLITE_RUNS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "benchcell/v1/result.pb.h"
#include "runners/store/encoded.h"
#include "runners/store/sqlite_connection.h"

namespace benchcell::sqlite {

// `run` is what `encoded` was made of.
absl::Status InsertRun(Connection& connection, const v1::ExperimentRun& run,
                       const EncodedRun& encoded);

// The number of the run in the tables. NOT_FOUND.
absl::StatusOr<int64_t> RunNumber(Connection& connection, const std::string& run_id);

absl::StatusOr<std::optional<std::string>> SelectIncomplete(Connection& connection,
                                                            const std::string& digest);
absl::StatusOr<v1::ExperimentRun> SelectRun(Connection& connection, const std::string& run_id);
absl::StatusOr<std::vector<v1::RunSummary>> SelectSummaries(Connection& connection);

absl::Status UpdateRunState(Connection& connection, const std::string& run_id, v1::RunState from,
                            v1::RunState to);

}  // namespace benchcell::sqlite

#endif  // BENCHCELL_RUNNERS_STORE_SQLITE_RUNS_H_
