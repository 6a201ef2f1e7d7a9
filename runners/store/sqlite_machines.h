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

namespace benchcell::sqlite {

// The newest epoch of a machine; epoch 0 without facts if it was never enrolled.
absl::StatusOr<v1::Machine> SelectNewestEpoch(Connection& connection,
                                              const std::string& machine_id);

// The newest epoch of every machine, by id.
absl::StatusOr<std::vector<v1::Machine>> SelectMachines(Connection& connection);

// Adds an epoch if the facts changed; returns the machine with the epoch in force.
absl::StatusOr<v1::Machine> InsertMachine(Connection& connection, const v1::Machine& machine);

// Adds every machine and epoch that the records of `run` name to `run`.
absl::Status SelectMachinesOf(Connection& connection, v1::ExperimentRun& run);

}  // namespace benchcell::sqlite

#endif  // BENCHCELL_RUNNERS_STORE_SQLITE_MACHINES_H_
