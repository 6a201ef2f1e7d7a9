#include "runners/cli/plugin_programs.h"

#include <system_error>

#include "absl/strings/str_cat.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

// Empty if the folder has no plugin.
std::vector<std::string> CommandOf(const fs::path& folder, const fs::path& built,
                                   const std::string& name, const Places& places) {
  std::error_code error;
  // The real file: a link such as bazel-bin may point elsewhere while a run is going on.
  const fs::path program = fs::canonical(built / absl::StrCat(name, "_plugin"), error);
  if (!error) return {program.string()};
  const fs::path module = fs::canonical(folder / absl::StrCat(name, ".mjs"), error);
  if (error) return {};
  return NodeCommand(module, places).value_or(std::vector<std::string>());
}

}  // namespace

std::map<std::string, PluginPlace> PluginPlaces(const Places& places) {
  std::map<std::string, PluginPlace> found;
  for (const fs::path below : {"plugins", "plugins/examples"}) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(places.root / below, error)) {
      const std::string name = entry.path().filename().string();
      std::vector<std::string> command =
          CommandOf(entry.path(), places.programs / below / name, name, places);
      if (!command.empty()) found[name] = {entry.path(), std::move(command)};
    }
  }
  return found;
}

PluginPrograms FindPlugins(const Places& places) {
  PluginPrograms programs;
  for (auto& [name, place] : PluginPlaces(places)) programs[name] = place.command;
  return programs;
}

absl::StatusOr<std::vector<std::string>> NodeCommand(const fs::path& module, const Places& places) {
  std::error_code error;
  const fs::path node = fs::canonical(places.programs / "plugins/sdk/node", error);
  if (!error) return std::vector<std::string>{node.string(), module.string()};
  return absl::FailedPreconditionError(
      absl::StrCat("the node that runs ", module.string(),
                   " is not built; start benchcell by its launcher, which builds it"));
}

}  // namespace benchcell
