// An experiment as a command line asks for it: found, checked, filtered, overridden.

#ifndef BENCHCELL_RUNNERS_CLI_LOADED_EXPERIMENT_H_
#define BENCHCELL_RUNNERS_CLI_LOADED_EXPERIMENT_H_

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "benchcell/v1/bundle.pb.h"
#include "benchcell/v1/experiment.pb.h"
#include "benchcell/v1/plugin.pb.h"
#include "runners/cli/experiment_file.h"
#include "runners/cli/options.h"
#include "runners/plugins/plugin_registry.h"

namespace benchcell {

// What the inputs of an experiment have to be.
struct PinnedInputs {
  // One for each label and platform.
  std::vector<v1::Bundle> bundles;
  // Those of them that are at hand, by digest.
  std::map<std::string, std::filesystem::path> archives;
};

struct LoadedExperiment {
  ExperimentFile file;
  // With the options' filter and overrides applied.
  v1::Experiment experiment;
  v1::PluginDescription plugin;
  // The options that changed something, in the command line's words.
  std::vector<std::string> overrides;
  // What there is to say of it before it is run; lines.
  std::vector<std::string> notes;
  // Of evidence; otherwise the inputs are what its labels stand for here.
  std::optional<PinnedInputs> pinned;
};

// INVALID_ARGUMENT and NOT_FOUND name what is wrong, where it stands and what was expected. Other
// errors are the plugin's.
absl::StatusOr<LoadedExperiment> LoadExperiment(const Options& options,
                                                const std::filesystem::path& root,
                                                PluginRegistry& plugins);

// Applies the options' filter and overrides. INVALID_ARGUMENT as above.
absl::Status ApplyOptions(const Options& options, LoadedExperiment& loaded);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CLI_LOADED_EXPERIMENT_H_
