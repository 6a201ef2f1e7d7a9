// `plugins check`.

#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/cli/plugin_kit.h"
#include "runners/cli/plugin_programs.h"
#include "runners/design/nearest.h"
#include "runners/design/validate.h"
#include "runners/plugin_check/plugin_check.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

// What is being checked, and where its experiments and recorded runs are.
struct Subject {
  PluginUnderCheck plugin;
  fs::path folder;
};

bool IsJavaScript(const fs::path& file) {
  const std::string extension = file.extension().string();
  return extension == ".mjs" || extension == ".cjs" || extension == ".js";
}

absl::StatusOr<Subject> SubjectAt(const fs::path& file, const Places& places) {
  std::error_code error;
  if (fs::is_directory(file, error)) {
    return absl::InvalidArgumentError(
        absl::StrCat(file.string(), " is a folder; expected the plugin's program in it"));
  }
  Subject subject;
  subject.folder = fs::absolute(file).parent_path();
  // The program of a plugin NAME is called NAME_plugin, its main module NAME.mjs.
  const std::string stem = file.stem().string();
  subject.plugin.name = IsJavaScript(file) ? stem : std::string(absl::StripSuffix(stem, "_plugin"));
  subject.plugin.options.command = {fs::absolute(file).string()};
  if (IsJavaScript(file)) {
    ASSIGN_OR_RETURN(subject.plugin.options.command, NodeCommand(fs::absolute(file), places));
  }
  return subject;
}

absl::StatusOr<Subject> FindSubject(const std::string& plugin, const Places& places) {
  const std::map<std::string, PluginPlace> built = PluginPlaces(places);
  if (const auto found = built.find(plugin); found != built.end()) {
    Subject subject;
    subject.plugin.name = plugin;
    subject.plugin.options.command = found->second.command;
    subject.folder = found->second.folder;
    return subject;
  }
  std::error_code error;
  if (fs::exists(plugin, error)) return SubjectAt(plugin, places);
  std::vector<std::string> names;
  for (const auto& [name, place] : built) names.push_back(name);
  return absl::InvalidArgumentError(absl::StrCat("there is no plugin \"", plugin,
                                                 "\" and no such file; expected a program, or ",
                                                 OneOf(names, plugin)));
}

// The .textproto files of a folder whose plugin is `name`, sorted.
std::vector<std::string> ExperimentsIn(const fs::path& folder, const std::string& name) {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() != ".textproto") continue;
    const absl::StatusOr<std::string> text = ReadFile(entry.path());
    if (!text.ok()) continue;
    const auto plugin = ReadPluginName(*text, entry.path().string());
    if (plugin.ok() && plugin->name == name) files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

absl::StatusOr<int> CheckPluginCommand(const CommandContext& context, const std::string& plugin,
                                       const std::vector<std::string>& experiments) {
  ASSIGN_OR_RETURN(const Subject subject, FindSubject(plugin, context.places));
  std::vector<std::string> files = experiments;
  if (files.empty()) {
    for (const fs::path& folder :
         {subject.folder, context.places.root / "fixtures" / "experiments"}) {
      for (std::string& file : ExperimentsIn(folder, subject.plugin.name)) {
        files.push_back(std::move(file));
      }
    }
  }
  PluginCheckInputs inputs;
  for (const std::string& file : files) {
    ASSIGN_OR_RETURN(std::string text, ReadFile(file));
    inputs.experiments.push_back({fs::path(file).filename().string(), std::move(text)});
  }
  inputs.recorded =
      context.options.recorded.empty() ? subject.folder / "recorded" : context.options.recorded;

  std::string scratch = (fs::temp_directory_path() / "benchcell-check-XXXXXX").string();
  if (mkdtemp(scratch.data()) == nullptr) {
    return SystemError(errno, "can't be made", scratch);
  }
  const absl::Cleanup remove_scratch = [&] { RemoveAll(scratch).IgnoreError(); };
  inputs.scratch = scratch;
  ASSIGN_OR_RETURN(const Findings findings, CheckPlugin(subject.plugin, inputs));
  context.out << FindingsText(findings);
  return findings.Count(Verdict::kBroken) == 0 ? kExitOk : kExitRowFailed;
}

}  // namespace benchcell
