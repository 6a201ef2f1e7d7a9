// What every store refuses, whatever the database: see store.h for the promises behind these.

#ifndef BENCHCELL_RUNNERS_STORE_CHECKS_H_
#define BENCHCELL_RUNNERS_STORE_CHECKS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "runners/store/store.h"

namespace benchcell {

// `cell 3, round 1 of run quickstart-...`.
std::string Describe(const BlockKey& key);

// INVALID_ARGUMENT, naming what was found and what was expected, unless another code is named:

// For CreateRun.
absl::Status CheckNewRun(const v1::ExperimentRun& run);

// For SetRunState.
absl::Status CheckRunTransition(v1::RunState from, v1::RunState to);

// For Finish: `records` are exactly those that `block`, in its attempt `attempt`, was to bring.
absl::Status CheckFinished(const BlockKey& key, const v1::Block& block, uint32_t attempt,
                           const std::vector<v1::RunRecord>& records);

// For KeepSuperseded: all `records` are of the block `key`.
absl::Status CheckOfBlock(const BlockKey& key, const std::vector<v1::RunRecord>& records);

// For NoteSightings: the ids can be those of machines, each one once.
absl::Status CheckSightings(const std::vector<MachineSighting>& sightings);

// NOT_FOUND.
absl::Status NoSuchMachine(const std::string& id);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STORE_CHECKS_H_
