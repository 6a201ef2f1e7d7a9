// What a coordinator reads off a stored plan.

#ifndef BENCHCELL_RUNNERS_COORDINATOR_PLAN_FACTS_H_
#define BENCHCELL_RUNNERS_COORDINATOR_PLAN_FACTS_H_

#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "benchcell/v1/lab.pb.h"
#include "benchcell/v1/result.pb.h"
#include "runners/store/store.h"

namespace benchcell {

// The bundles that the cell's steps mount.
std::vector<v1::BundleReference> MountedBundles(const v1::ExperimentRun& plan,
                                                const v1::Cell& cell);

// The newest complete run of an experiment of the same name, if there is one.
absl::StatusOr<std::optional<v1::ExperimentRun>> EarlierRun(Store& store,
                                                            const v1::ExperimentRun& run);

// Sets how long a block of each cell may take: as long as one did for the cell with the same levels
// in the earlier run, in proportion to the number of runs; or as the published times have it; or 0.
void SetExpectedSeconds(const std::optional<v1::ExperimentRun>& earlier, v1::ExperimentRun& run);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COORDINATOR_PLAN_FACTS_H_
