// `plugins`: what each plugin can do, in its own words.

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runners/base/status_macros.h"
#include "runners/cli/commands.h"
#include "runners/cli/loaded_experiment.h"
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

}  // namespace

int PluginsCommand(const CommandContext& context) {
  PluginRegistry plugins(FindPlugins(context.places));
  int code = kExitOk;
  for (const std::string& name : plugins.Names()) {
    const absl::Status status = Print(name, plugins, context.out);
    if (!status.ok()) code = Fail(context, status);
  }
  return code;
}

}  // namespace benchcell
