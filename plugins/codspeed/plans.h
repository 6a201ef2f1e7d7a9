// The steps for a build: to ask its package for benchmarks, to count one of them or a file of them,
// or to say that it has none.
//
// The directory that the steps make is the same for every build:
//
//     node/           the build's node
//     node_modules/   the build's packages, shared and read-only, found from package/
//     package/        a copy of the package; where vitest starts. .git marks it as the root of URIs
//     benchcell/      assets
//     profile/        what CodSpeed's runner would call the profile folder, emptied before every
//     run home/ tmp/      HOME and TMPDIR, emptied before every run

#ifndef BENCHCELL_PLUGINS_CODSPEED_PLANS_H_
#define BENCHCELL_PLUGINS_CODSPEED_PLANS_H_

#include <string>

#include "benchcell/v1/cell.pb.h"
#include "plugins/codspeed/found_benchmarks.h"
#include "plugins/codspeed/inputs.h"

namespace benchcell::codspeed {

// Files of assets/.
struct Assets {
  std::string reporter;
  std::string collect;
  std::string provider;
  std::string vitest5_config;
};

// Names of raw outputs. Those of a profile follow its prefix by their own names.
inline constexpr char kProfilePrefix[] = "profile/";
inline constexpr char kFoundOutput[] = "profile/benchmarks.json";
inline constexpr char kReasonOutput[] = "reason";

// Asks vitest which benchmarks there are; none is run.
v1::BuildPlan DiscoverPlan(const BuildInputs& inputs, const Assets& assets);

// Counts one benchmark in a process of its own.
v1::BuildPlan BenchmarkPlan(const BuildInputs& inputs, const FoundBenchmark& benchmark,
                            const Assets& assets);

// Counts all benchmarks of a file in one process, in their order.
v1::BuildPlan FilePlan(const BuildInputs& inputs, const std::string& file, const Assets& assets);

// Leaves the reason as a raw output; its runs are failures of that name.
v1::BuildPlan NothingToRunPlan(const BuildInputs& inputs, const std::string& reason);

}  // namespace benchcell::codspeed

#endif  // BENCHCELL_PLUGINS_CODSPEED_PLANS_H_
