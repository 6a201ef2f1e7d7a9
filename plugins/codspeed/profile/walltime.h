// The benchmarks of a `results/*.json`, as CodSpeed's core writes it in walltime mode.

#ifndef BENCHCELL_PLUGINS_CODSPEED_PROFILE_WALLTIME_H_
#define BENCHCELL_PLUGINS_CODSPEED_PROFILE_WALLTIME_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "plugins/codspeed/profile/profile.h"

namespace benchcell::codspeed {

struct WalltimeResults {
  // URIs as they are, not yet told apart.
  std::vector<BenchmarkProfile> benchmarks;
  std::string codspeed;  // codspeed-node 5.7.1
};

// `name` is the file's, for errors. INVALID_ARGUMENT if it is no such file, or a number in it is
// missing or not finite.
absl::StatusOr<WalltimeResults> ParseWalltime(std::string_view json, const std::string& name);

}  // namespace benchcell::codspeed

#endif  // BENCHCELL_PLUGINS_CODSPEED_PROFILE_WALLTIME_H_
