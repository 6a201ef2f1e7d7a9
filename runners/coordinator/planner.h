// From a submitted experiment to the cells, steps and blocks that are stored.

#ifndef BENCHCELL_RUNNERS_COORDINATOR_PLANNER_H_
#define BENCHCELL_RUNNERS_COORDINATOR_PLANNER_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "benchcell/v1/lab.pb.h"
#include "benchcell/v1/result.pb.h"
#include "runners/base/random.h"
#include "runners/plugins/plugin_client.h"

namespace benchcell {

// The run to be stored. Draws a seed if the experiment has none.
// INVALID_ARGUMENT: the experiment asks for what can't be; every refusal of the plugin is named.
// Other errors are the plugin's.
absl::StatusOr<v1::ExperimentRun> PlanRun(const v1::SubmitRequest& request, PluginClient& plugin,
                                          absl::Time now, const RandomSource& random);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COORDINATOR_PLANNER_H_
