// The steps for a build: to ask its binary for configurations, to run one of them, or to say that
// it has none.
//
// The directory that the steps make is the same for every build:
//
//     node/                      the build's node
//     source/                    the tree, shared and read-only; where the benchmark starts
//     home/ tmp/                 HOME and TMPDIR, emptied before every run; node's own benchmarks
//                                put all that they write into NODE_TEST_DIR, which is tmp/ too

#ifndef BENCHCELL_PLUGINS_NODE_CORE_PLANS_H_
#define BENCHCELL_PLUGINS_NODE_CORE_PLANS_H_

#include <string>

#include "absl/time/time.h"
#include "benchcell/v1/cell.pb.h"
#include "plugins/node_core/findings.h"
#include "plugins/node_core/inputs.h"

namespace benchcell::node_core {

// Files of assets/.
struct Assets {
  std::string capture;
  std::string discover;
};

// Names of raw outputs: what was discovered, what a run reported, why there is nothing to run.
inline constexpr char kFoundOutput[] = "configurations";
inline constexpr char kReportsOutput[] = "reports";
inline constexpr char kReasonOutput[] = "reason";

v1::BuildPlan DiscoverPlan(const BuildInputs& inputs, const Assets& assets);

// `in_parent`: by the file's parent process, since only that makes ready what the benchmark needs.
v1::BuildPlan MeasurePlan(const BuildInputs& inputs, const AskedFile& asked,
                          const Configuration& configuration, bool in_parent,
                          absl::Duration timeout);

// Leaves the reason as a raw output; its runs are failures of that name.
v1::BuildPlan NothingToRunPlan(const BuildInputs& inputs, const std::string& reason);

}  // namespace benchcell::node_core

#endif  // BENCHCELL_PLUGINS_NODE_CORE_PLANS_H_
