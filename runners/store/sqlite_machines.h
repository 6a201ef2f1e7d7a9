// Machines in SQLite. To be called in a transaction. Errors as store.h says.

#ifndef BENCHCELL_RUNNERS_STORE_SQLITE_MACHINES_H_
#define BENCHCELL_RUNNERS_STORE_SQLITE_MACHINES_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "benchcell/v1/machine.pb.h"
#include "benchcell/v1/result.pb.h"
#include "runners/store/sqlite_connection.h"
#include "runners/store/store.h"

namespace benchcell::sqlite {

// The newest epoch of a machine; epoch 0 without facts if it was never enrolled.
absl::StatusOr<v1::Machine> SelectNewestEpoch(Connection& connection,
                                              const std::string& machine_id);

// Every machine that was ever enrolled, by id.
absl::StatusOr<std::vector<MachineStanding>> SelectMachines(Connection& connection);

absl::Status UpsertSightings(Connection& connection, const std::vector<MachineSighting>& sightings);
absl::Status UpsertQuarantine(Connection& connection, const std::string& machine_id,
                              const std::string& reason);
absl::StatusOr<std::string> InsertBlobFolder(Connection& connection, const std::string& name);

// Adds an epoch if the facts changed; returns the machine with the epoch in force.
absl::StatusOr<v1::Machine> InsertMachine(Connection& connection, const v1::Machine& machine);

// Adds every machine and epoch that the records of `run` name to `run`.
absl::Status SelectMachinesOf(Connection& connection, v1::ExperimentRun& run);

}  // namespace benchcell::sqlite

#endif  // BENCHCELL_RUNNERS_STORE_SQLITE_MACHINES_H_
