// From a submitted experiment to the cells, steps and blocks that are stored.

#ifndef BENCHCELL_RUNNERS_COORDINATOR_PLANNER_H_
#define BENCHCELL_RUNNERS_COORDINATOR_PLANNER_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "benchcell/v1/lab.pb.h"
#include "benchcell/v1/plugin.pb.h"
#include "benchcell/v1/result.pb.h"
#include "runners/base/random.h"
#include "runners/plugins/plugin_client.h"

namespace benchcell {

// What an earlier run of the plugin's DISCOVER commands left: its records and the files behind
// their raw outputs.
using DiscoveredOutputs = std::vector<v1::Discovered>;

// The run to be stored: one that measures the experiment's cells or, if the plugin asks for that
// and `discovered` is empty, one that discovers them (ExperimentRun.discovery). Draws a seed if the
// experiment has none. INVALID_ARGUMENT: the experiment asks for what can't be; every refusal of
// the plugin is named. Other errors are the plugin's.
absl::StatusOr<v1::ExperimentRun> PlanRun(const v1::SubmitRequest& request,
                                          const DiscoveredOutputs& discovered, PluginClient& plugin,
                                          absl::Time now, const RandomSource& random);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COORDINATOR_PLANNER_H_
