// What the experiment says of one build, checked.

#ifndef BENCHCELL_PLUGINS_CODSPEED_INPUTS_H_
#define BENCHCELL_PLUGINS_CODSPEED_INPUTS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "benchcell/v1/plugin.pb.h"

namespace benchcell::codspeed {

enum class Isolation { kBenchmark, kFile };

struct BuildInputs {
  std::string build;
  // Live in the request.
  const v1::Bundle* node = nullptr;
  const v1::Bundle* packages = nullptr;
  const v1::Bundle* package = nullptr;
  // Major version.
  int vitest = 0;
  Isolation isolation = Isolation::kBenchmark;
  std::vector<std::string> files;
  // Empty: vitest's default.
  std::string config;
  // As written; empty: vitest's default.
  std::string suppress_warnings;
  // For setarch: `x86_64`.
  std::string processor;
  absl::Duration timeout;
};

// INVALID_ARGUMENT for a vitest that can't be measured, one without CodSpeed's packages, a setting
// that it doesn't have; FAILED_PRECONDITION for a platform without valgrind.
absl::StatusOr<BuildInputs> InputsOf(const v1::ExpandRequest& request, const v1::Build& build);

}  // namespace benchcell::codspeed

#endif  // BENCHCELL_PLUGINS_CODSPEED_INPUTS_H_
