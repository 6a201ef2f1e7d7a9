// What `benchcell plugins` does for the authors of plugins. All write to the context's streams and
// return the exit code or the error.

#ifndef BENCHCELL_RUNNERS_CLI_PLUGIN_KIT_H_
#define BENCHCELL_RUNNERS_CLI_PLUGIN_KIT_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "runners/cli/commands.h"

namespace benchcell {

// Holds a plugin against the protocol. `plugin` is the name of one that is built, or a program:
// a file that can be started, or a JavaScript file, run by the pinned node. `experiments` are
// paths; none: those of the plugin's folder and of fixtures/experiments that name it. Recorded
// runs are those of --recorded or, without, of the folder `recorded` beside the plugin's source.
absl::StatusOr<int> CheckPluginCommand(const CommandContext& context, const std::string& plugin,
                                       const std::vector<std::string>& experiments);

// Writes a starting point to plugins/NAME, in the language of --language, and adds it to what is
// built.
absl::StatusOr<int> NewPluginCommand(const CommandContext& context, const std::string& name);

// Keeps the raw outputs of a stored run of this machine as recorded runs of its plugin, one of each
// cell, build and outcome, in --out or the folder `recorded` beside the plugin's source; those of a
// discovery as what was discovered.
absl::StatusOr<int> RecordRunsCommand(const CommandContext& context, const std::string& run);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CLI_PLUGIN_KIT_H_
