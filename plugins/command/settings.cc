#include "plugins/command/settings.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "nlohmann/json.hpp"
#include "plugins/command/description.h"
#include "plugins/command/invocation.h"
#include "plugins/sdk/request.h"
#include "runners/base/status_macros.h"

namespace benchcell::command {
namespace {

using nlohmann::json;

absl::StatusOr<uint32_t> Number(const std::string& parameter, const std::string& text) {
  uint32_t number = 0;
  if (absl::SimpleAtoi(text, &number)) return number;
  return absl::InvalidArgumentError(
      absl::StrCat("the parameter ", parameter, " is \"", text, "\"; expected a number"));
}

absl::StatusOr<GoodExits> GoodExitsOf(const std::string& text) {
  GoodExits exits;
  if (text == kAnyExit) return exits;
  for (const std::string& code : std::vector<std::string>(absl::StrSplit(text, ','))) {
    ASSIGN_OR_RETURN(exits.emplace_back(), Number(kExitParameter, code));
  }
  return exits;
}

// A metric of the same name is replaced: a build may find it in another place.
absl::Status AddMetric(const std::string& text, Reading& reading) {
  ASSIGN_OR_RETURN(MetricSpec spec, ParseMetricSpec(text));
  const v1::PluginDescription description = Description();
  for (const v1::Metric& described : description.metric()) {
    if (described.name() != spec.metric.name()) continue;
    return absl::InvalidArgumentError(absl::StrCat("the metric ", spec.metric.name(),
                                                   " is always measured; expected another name"));
  }
  for (size_t i = 0; i < reading.metrics.size(); ++i) {
    if (reading.metrics[i].metric.name() != spec.metric.name()) continue;
    reading.metrics[i] = std::move(spec);
    reading.metric_texts[i] = text;
    return absl::OkStatus();
  }
  reading.metrics.push_back(std::move(spec));
  reading.metric_texts.push_back(text);
  return absl::OkStatus();
}

// Experiment before build, so that the build's comes last.
absl::Status ReadRepeated(const v1::Experiment& experiment, const v1::Build& build,
                          Settings& settings) {
  for (const auto* parameters : {&experiment.parameter(), &build.parameter()}) {
    for (const v1::Parameter& parameter : *parameters) {
      if (parameter.name() == kEnvironmentParameter) {
        ASSIGN_OR_RETURN(settings.environment.emplace_back(), ParseVariable(parameter.value()));
      } else if (parameter.name() == kMetricParameter) {
        RETURN_IF_ERROR(AddMetric(parameter.value(), settings.reading));
      } else if (parameter.name() == kProgramParameter) {
        // The name of a program may hold a =, its digest can't.
        const size_t equals = parameter.value().rfind('=');
        if (equals == std::string::npos) {
          return absl::InvalidArgumentError("a pinned program lacks its digest");
        }
        settings.programs[parameter.value().substr(0, equals)] =
            parameter.value().substr(equals + 1);
      }
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Settings> SettingsOf(const v1::Experiment& experiment, const v1::Build& build) {
  const auto find = [&](const char* name) { return FindParameter(experiment, build, name); };
  Settings settings;
  settings.command = find(kCommandParameter).value_or("");
  settings.prepare = find(kPrepareParameter);
  settings.kept_files = find(kFilesParameter) == kKeptFiles;
  settings.network = find(kNetworkParameter) == "true";
  settings.timeout = CommandTimeout(experiment);
  ASSIGN_OR_RETURN(settings.warmup, Number(kWarmupParameter, find(kWarmupParameter).value_or("0")));
  ASSIGN_OR_RETURN(settings.reading.good_exits, GoodExitsOf(find(kExitParameter).value_or("0")));
  RETURN_IF_ERROR(ReadRepeated(experiment, build, settings));
  return settings;
}

std::vector<std::string> MetricNames(const v1::Experiment& experiment) {
  std::vector<std::string> names;
  if (experiment.plugin() != kPluginName) return names;
  for (const v1::Build& build : experiment.build()) {
    const absl::StatusOr<Settings> settings = SettingsOf(experiment, build);
    if (!settings.ok()) continue;
    for (const MetricSpec& spec : settings->reading.metrics) names.push_back(spec.metric.name());
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::string ReadingToText(const Reading& reading) {
  return json{{"exit", reading.good_exits}, {"metric", reading.metric_texts}}.dump() + "\n";
}

absl::StatusOr<Reading> ReadingFromText(std::string_view text) {
  const json read = json::parse(text, nullptr, /*allow_exceptions=*/false);
  const auto is_list = [&](const char* name, bool (json::*fits)() const noexcept) {
    return read.is_object() && read.contains(name) && read[name].is_array() &&
           std::all_of(read[name].begin(), read[name].end(),
                       [&](const json& each) { return (each.*fits)(); });
  };
  if (!is_list("exit", &json::is_number_unsigned) || !is_list("metric", &json::is_string)) {
    return absl::InvalidArgumentError("what the run is judged by is not what the plugin wrote");
  }
  Reading reading;
  reading.good_exits = read["exit"].get<GoodExits>();
  for (const json& metric : read["metric"]) {
    RETURN_IF_ERROR(AddMetric(metric.get<std::string>(), reading));
  }
  return reading;
}

}  // namespace benchcell::command
