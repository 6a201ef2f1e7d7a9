// The benchmarks of one process that Callgrind has profiled.

#ifndef BENCHCELL_PLUGINS_CODSPEED_PROFILE_SIMULATION_H_
#define BENCHCELL_PLUGINS_CODSPEED_PROFILE_SIMULATION_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "plugins/codspeed/profile/profile.h"
#include "runners/callgrind/perf_map.h"
#include "runners/callgrind/profile_reader.h"

namespace benchcell::codspeed {

struct SimulatedProcess {
  // URIs as they are, not yet told apart.
  std::vector<BenchmarkProfile> benchmarks;
  std::vector<Trouble> troubles;
  std::string valgrind;   // 3.19.0
  std::string codspeed;   // codspeed-node 5.7.1: what its plugin says of itself
  std::string processor;  // as far as the object files tell
};

// Reads all parts. `name` is the file's, for messages; `map` may be null. INVALID_ARGUMENT if it is
// no Callgrind profile.
absl::StatusOr<SimulatedProcess> ReadSimulation(PartSource& source, const std::string& name,
                                                const PerfMap* map);

}  // namespace benchcell::codspeed

#endif  // BENCHCELL_PLUGINS_CODSPEED_PROFILE_SIMULATION_H_
