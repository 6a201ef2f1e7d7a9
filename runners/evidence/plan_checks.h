// Was measured what was planned, and planned what the seed says?

#ifndef BENCHCELL_RUNNERS_EVIDENCE_PLAN_CHECKS_H_
#define BENCHCELL_RUNNERS_EVIDENCE_PLAN_CHECKS_H_

#include <string>

#include "absl/status/statusor.h"
#include "benchcell/v1/result.pb.h"

namespace benchcell {

// Each gives what holds in words. INVALID_ARGUMENT: what doesn't, at its first place. They stand
// any run, however hostile.

// The blocks are those that the protocol and the recorded seed give, and the cells are numbered and
// have the experiment's builds. Nobody has chosen the order, or left out a block, after the fact.
absl::StatusOr<std::string> CheckOrder(const v1::ExperimentRun& run);

// Every planned run has exactly one record that counts. The records of a block are of one known
// machine in one epoch, and started in the planned order. To be called for a run whose order holds.
absl::StatusOr<std::string> CheckRecords(const v1::ExperimentRun& run);

// `cell 0, round 1, build "new", run 2`, counted as in the messages.
std::string PlaceOf(const v1::ExperimentRun& run, const v1::RunRecord& record);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EVIDENCE_PLAN_CHECKS_H_
