// Runs and machines in PostgreSQL: the statements behind Store's calls about them. Errors as
// store.h says. Those that write are a single statement, one round trip.

#ifndef BENCHCELL_RUNNERS_STORE_POSTGRES_RUNS_H_
#define BENCHCELL_RUNNERS_STORE_POSTGRES_RUNS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "benchcell/v1/machine.pb.h"
#include "benchcell/v1/result.pb.h"
#include "runners/store/encoded.h"
#include "runners/store/postgres_connection.h"
#include "runners/store/store.h"

namespace benchcell::postgres {

// `run` is what `encoded` was made of.
absl::Status InsertRun(Connection& connection, const v1::ExperimentRun& run,
                       const EncodedRun& encoded);

absl::Status UpdateRunState(Connection& connection, const std::string& run_id, v1::RunState from,
                            v1::RunState to);

absl::StatusOr<std::optional<std::string>> SelectIncomplete(Connection& connection,
                                                            const std::string& digest);
absl::StatusOr<std::vector<v1::RunSummary>> SelectSummaries(Connection& connection);

// Makes a transaction of its own, since it takes several statements.
absl::StatusOr<v1::ExperimentRun> SelectRun(Connection& connection, const std::string& run_id);

// The newest epoch of a machine; epoch 0 without facts if it was never enrolled.
absl::StatusOr<v1::Machine> SelectNewestEpoch(Connection& connection,
                                              const std::string& machine_id);

// Every machine that was ever enrolled, by id.
absl::StatusOr<std::vector<MachineStanding>> SelectMachines(Connection& connection);

absl::Status UpdateSightings(Connection& connection, const std::vector<MachineSighting>& sightings);
absl::Status UpdateQuarantine(Connection& connection, const std::string& machine_id,
                              const std::string& reason);
absl::StatusOr<std::string> InsertBlobFolder(Connection& connection, const std::string& name);

// The time on the server.
absl::StatusOr<absl::Time> SelectTime(Connection& connection);

// Adds an epoch with the facts of `machine` if the newest one is still `seen`. Returns the machine
// with the newest epoch, whose facts may be another caller's. `facts` are the bytes of the facts.
absl::StatusOr<v1::Machine> InsertEpoch(Connection& connection, const std::string& machine_id,
                                        uint32_t seen, const std::string& facts);

}  // namespace benchcell::postgres

#endif  // BENCHCELL_RUNNERS_STORE_POSTGRES_RUNS_H_
