// Holds a plugin against the protocol, from its first line to hostile raw outputs, and says what is
// wrong in the words of its author. Measures nothing and fetches nothing.

#ifndef BENCHCELL_RUNNERS_PLUGIN_CHECK_PLUGIN_CHECK_H_
#define BENCHCELL_RUNNERS_PLUGIN_CHECK_PLUGIN_CHECK_H_

#include <filesystem>
#include <vector>

#include "absl/status/statusor.h"
#include "runners/plugin_check/expand_check.h"
#include "runners/plugin_check/findings.h"
#include "runners/plugin_check/plugin_under_check.h"

namespace benchcell {

struct PluginCheckInputs {
  std::vector<ExampleExperiment> experiments;
  // See recorded_runs.h. There need not be one.
  std::filesystem::path recorded;
  // Empty; for spoiled outputs.
  std::filesystem::path scratch;
};

// An error only if the inputs can't be read.
absl::StatusOr<Findings> CheckPlugin(const PluginUnderCheck& plugin,
                                     const PluginCheckInputs& inputs);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_PLUGIN_CHECK_PLUGIN_CHECK_H_
