// `plugins`: what each plugin can do, in its own words; and what their authors need.

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runners/base/status_macros.h"
#include "runners/cli/commands.h"
#include "runners/cli/plugin_kit.h"
#include "runners/cli/plugin_programs.h"
#include "runners/design/nearest.h"
#include "runners/plugins/plugin_registry.h"

namespace benchcell {
namespace {

std::string LevelsOf(const v1::AxisSpec& axis) {
  std::string levels = absl::StrJoin(axis.level(), ", ");
  if (!axis.pattern().empty()) {
    absl::StrAppend(&levels, levels.empty() ? "" : ", ", axis.pattern_title());
  }
  if (!axis.default_level().empty()) {
    absl::StrAppend(&levels, " (default ", axis.default_level(), ")");
  }
  return levels;
}

absl::Status Print(const std::string& name, PluginRegistry& plugins, std::ostream& out) {
  ASSIGN_OR_RETURN(PluginClient * client, plugins.Get(name));
  ASSIGN_OR_RETURN(const v1::PluginDescription plugin, client->Describe());
  out << plugin.name() << " " << plugin.version() << ": " << plugin.title() << "\n";
  for (const v1::AxisSpec& axis : plugin.axis()) {
    out << "  axis " << axis.name() << ": " << LevelsOf(axis) << "\n";
  }
  for (const v1::InputSpec& input : plugin.input()) {
    out << "  input " << input.name() << (input.required() ? "" : " (optional)") << ": "
        << input.title() << "\n";
  }
  for (const v1::ParameterSpec& parameter : plugin.parameter()) {
    out << "  parameter " << parameter.name() << (parameter.required() ? "" : " (optional)") << ": "
        << parameter.title() << "\n";
  }
  for (const v1::Metric& metric : plugin.metric()) {
    out << "  metric " << metric.name() << " [" << metric.unit() << "]: " << metric.description()
        << "\n";
  }
  return absl::OkStatus();
}

int List(const CommandContext& context) {
  PluginRegistry plugins(FindPlugins(context.places));
  int code = kExitOk;
  for (const std::string& name : plugins.Names()) {
    const absl::Status status = Print(name, plugins, context.out);
    if (!status.ok()) code = Fail(context, status);
  }
  return code;
}

absl::StatusOr<int> Kit(const CommandContext& context) {
  const std::vector<std::string>& words = context.options.operands;
  const std::vector<std::string> verbs = {"check", "new", "record"};
  const std::string& verb = words.front();
  if (std::find(verbs.begin(), verbs.end(), verb) == verbs.end()) {
    return absl::InvalidArgumentError(absl::StrCat("`benchcell plugins ", verb, "`: expected ",
                                                   OneOf(verbs, verb), ", or nothing"));
  }
  if (words.size() < 2 || (verb != "check" && words.size() > 2)) {
    return absl::InvalidArgumentError(absl::StrCat("`benchcell plugins ", verb, "` takes ",
                                                   verb == "check"
                                                       ? "a plugin, and experiments if you like"
                                                   : verb == "new" ? "the name of the new plugin"
                                                                   : "one stored run"));
  }
  if (verb == "new") return NewPluginCommand(context, words[1]);
  if (verb == "record") return RecordRunsCommand(context, words[1]);
  return CheckPluginCommand(context, words[1], {words.begin() + 2, words.end()});
}

}  // namespace

int PluginsCommand(const CommandContext& context) {
  if (context.options.operands.empty()) return List(context);
  const absl::StatusOr<int> code = Kit(context);
  return code.ok() ? *code : Fail(context, code.status());
}

}  // namespace benchcell
