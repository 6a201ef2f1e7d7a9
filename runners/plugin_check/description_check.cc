#include "runners/plugin_check/description_check.h"

#include <set>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "re2/re2.h"
#include "runners/design/vocabulary.h"

namespace benchcell {
namespace {

bool IsName(const std::string& name, const char* pattern) { return RE2::FullMatch(name, pattern); }

// The first of several named things that has no name or that of an earlier one; empty if none has.
template <typename Things>
std::string NamesObjection(const char* kind, const Things& things) {
  std::set<std::string> names;
  for (const auto& thing : things) {
    if (thing.name().empty()) return absl::StrCat("an ", kind, " has no `name`");
    if (!names.insert(thing.name()).second) {
      return absl::StrCat("two of kind ", kind, " are named \"", thing.name(), "\"");
    }
  }
  return "";
}

std::string MetricObjection(const v1::Metric& metric) {
  const std::string which = absl::StrCat("metric \"", metric.name(), "\" ");
  if (!IsName(metric.name(), "[a-z][a-z0-9_]*")) {
    return absl::StrCat(which, "is not named in lower case with underscores, as `wall_time` is");
  }
  if (metric.unit().empty()) {
    return absl::StrCat(which, "has no `unit`: `s`, `By`, `1/s`, or `1` for counts");
  }
  if (metric.direction() == v1::DIRECTION_UNSPECIFIED) {
    return absl::StrCat(which, "has no `direction`: LOWER_IS_BETTER, HIGHER_IS_BETTER or NEUTRAL");
  }
  if (metric.scope() == v1::SCOPE_UNSPECIFIED) {
    return absl::StrCat(which, "has no `scope`: RUN for one value a run, or BENCHMARK");
  }
  if (metric.description().empty()) {
    return absl::StrCat(which, "has no `description`: what is counted, and by whom");
  }
  return "";
}

std::string MetricsObjection(const v1::PluginDescription& description) {
  if (description.metric().empty()) return "it describes no `metric`";
  std::string objection = NamesObjection("metric", description.metric());
  for (const v1::Metric& metric : description.metric()) {
    if (objection.empty()) objection = MetricObjection(metric);
  }
  return objection;
}

std::string AxesObjection(const v1::PluginDescription& description, const Vocabulary& vocabulary) {
  std::string objection = NamesObjection("axis", description.axis());
  if (!objection.empty()) return objection;
  for (const v1::AxisSpec& axis : description.axis()) {
    const std::string which = absl::StrCat("axis \"", axis.name(), "\" ");
    if (axis.title().empty()) return absl::StrCat(which, "has no `title`");
    if (axis.level().empty() && axis.pattern().empty()) {
      return absl::StrCat(which, "allows no level: give `level` or `pattern`");
    }
    if (!axis.pattern().empty() && axis.pattern_title().empty()) {
      return absl::StrCat(which, "has no `pattern_title`: its pattern in words, for errors");
    }
    if (axis.default_level().empty()) continue;
    if (const auto problem = vocabulary.Level(axis.name(), axis.default_level())) {
      return absl::StrCat(which, "has a `default_level` that it doesn't allow: ", *problem);
    }
  }
  return "";
}

std::string SettingsObjection(const v1::PluginDescription& description) {
  std::string objection = NamesObjection("input", description.input());
  if (objection.empty()) objection = NamesObjection("parameter", description.parameter());
  if (!objection.empty()) return objection;
  for (const v1::InputSpec& input : description.input()) {
    if (input.title().empty()) return absl::StrCat("input \"", input.name(), "\" has no `title`");
  }
  for (const v1::ParameterSpec& parameter : description.parameter()) {
    const std::string which = absl::StrCat("parameter \"", parameter.name(), "\" ");
    if (parameter.title().empty()) return absl::StrCat(which, "has no `title`");
    if (!parameter.pattern().empty() && parameter.pattern_title().empty()) {
      return absl::StrCat(which, "has no `pattern_title`: its pattern in words, for errors");
    }
  }
  return "";
}

}  // namespace

void CheckDescription(const v1::PluginDescription& description, Findings& findings) {
  findings.Judge("has a name, a version and a title",
                 !IsName(description.name(), "[a-z][a-z0-9_]*")
                     ? absl::StrCat("its `name` is \"", description.name(),
                                    "\"; lower-case letters, digits and underscores make a name")
                 : description.version().empty()
                     ? "its `version` is empty; change it whenever the same raw output would be "
                       "parsed differently"
                 : description.title().empty() ? "its `title` is empty"
                                               : "");
  findings.Judge("describes what it measures", MetricsObjection(description));
  const absl::StatusOr<Vocabulary> vocabulary = Vocabulary::Create(description);
  if (!vocabulary.ok()) {
    findings.Broken("describes its axes", std::string(vocabulary.status().message()));
    return;
  }
  findings.Judge("describes its axes", AxesObjection(description, *vocabulary));
  findings.Judge("describes its inputs and parameters", SettingsObjection(description));
  if (description.free_axes()) return;
  if (const auto problem = vocabulary->Axis("no_such_axis")) {
    findings.Holds("an unknown axis is refused", *problem);
  }
}

}  // namespace benchcell
