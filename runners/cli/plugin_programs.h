// Where plugins are. A plugin NAME is the folder NAME below plugins/ or plugins/examples/, and
// either the program NAME_plugin that was built from it, or the JavaScript module NAME.mjs in it.

#ifndef BENCHCELL_RUNNERS_CLI_PLUGIN_PROGRAMS_H_
#define BENCHCELL_RUNNERS_CLI_PLUGIN_PROGRAMS_H_

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "runners/cli/options.h"
#include "runners/plugins/plugin_registry.h"

namespace benchcell {

struct PluginPlace {
  std::filesystem::path folder;
  // How it is started.
  std::vector<std::string> command;
};

// Those that can be started, by name.
std::map<std::string, PluginPlace> PluginPlaces(const Places& places);

// The same for a registry.
PluginPrograms FindPlugins(const Places& places);

// How a module is started: by the pinned node. FAILED_PRECONDITION if that was not built.
absl::StatusOr<std::vector<std::string>> NodeCommand(const std::filesystem::path& module,
                                                     const Places& places);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CLI_PLUGIN_PROGRAMS_H_
