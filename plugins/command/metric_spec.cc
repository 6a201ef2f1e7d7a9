#include "plugins/command/metric_spec.h"

#include <filesystem>
#include <map>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "re2/re2.h"
#include "runners/base/status_macros.h"
#include "runners/design/nearest.h"

namespace benchcell::command {
namespace {

absl::Status Wrong(const std::string& text, const std::string& what) {
  return absl::InvalidArgumentError(absl::StrCat("metric ", Quoted(text), ": ", what));
}

absl::Status SetUnit(const std::string& text, std::string inside, v1::Metric& metric) {
  static const auto& directions = *new std::map<std::string, v1::Direction>{
      {"higher", v1::HIGHER_IS_BETTER}, {"lower", v1::LOWER_IS_BETTER}, {"neutral", v1::NEUTRAL}};
  metric.set_direction(v1::NEUTRAL);
  if (const size_t comma = inside.rfind(','); comma != std::string::npos) {
    const std::string direction = inside.substr(comma + 1);
    const auto found = directions.find(direction);
    if (found == directions.end()) {
      return Wrong(text,
                   absl::StrCat("which values are better is ", Quoted(direction), "; expected ",
                                OneOf({"lower", "higher", "neutral"}, direction)));
    }
    metric.set_direction(found->second);
    inside.resize(comma);
  }
  static const RE2 kUnit("[!-~]+");
  if (!RE2::FullMatch(inside, kUnit)) {
    return Wrong(text, absl::StrCat("the unit is ", Quoted(inside),
                                    "; expected one in UCUM's spelling, such as s, By, 1/s, or 1 "
                                    "for counts"));
  }
  metric.set_unit(inside);
  return absl::OkStatus();
}

absl::Status CheckFile(const std::string& text, const std::string& path) {
  const std::filesystem::path relative(path);
  bool inside = relative.is_relative() && relative.has_filename();
  for (const auto& part : relative) inside = inside && part != "..";
  if (inside) return absl::OkStatus();
  return Wrong(text, absl::StrCat("the file is ", Quoted(path),
                                  "; expected a path below the folder in which the command runs"));
}

absl::Status CheckPattern(const std::string& text, const MetricSpec& spec) {
  if (spec.kind == MetricSpec::Pattern::kJsonPointer) {
    try {
      static_cast<void>(nlohmann::json::json_pointer(spec.pattern));
      return absl::OkStatus();
    } catch (const nlohmann::json::exception&) {
      return Wrong(text, absl::StrCat(Quoted(spec.pattern),
                                      " is no JSON pointer; expected /name/0/name, with ~1 for a / "
                                      "and ~0 for a ~ in a name"));
    }
  }
  const RE2 regex(spec.pattern, RE2::Quiet);
  if (!regex.ok()) {
    return Wrong(text, absl::StrCat(Quoted(spec.pattern),
                                    " is no regular expression of RE2: ", regex.error()));
  }
  if (regex.NumberOfCapturingGroups() <= 1) return absl::OkStatus();
  return Wrong(text, absl::StrCat(Quoted(spec.pattern), " has ", regex.NumberOfCapturingGroups(),
                                  " groups; expected one, around the number; (?:...) groups "
                                  "without taking"));
}

}  // namespace

absl::StatusOr<MetricSpec> ParseMetricSpec(const std::string& text) {
  // The unit may hold brackets itself: [in_i].
  static const RE2 kSpec(
      "(?s)([\\pL\\pN_][\\pL\\pN_./-]*)(?:\\[([^=]*)\\])?="
      "(?:(stdout|stderr|file:.+?):)?(regex|json):(.*)");
  MetricSpec spec;
  std::string name, inside, place, kind;
  if (!RE2::FullMatch(text, kSpec, &name, &inside, &place, &kind, &spec.pattern)) {
    return Wrong(text,
                 "expected NAME[UNIT,lower]=regex:PATTERN or NAME[UNIT,higher]=json:/POINTER, the "
                 "name of letters, digits and _ . / -, with stderr: or file:PATH: before regex or "
                 "json for another place than standard output");
  }
  spec.metric.set_name(name);
  spec.metric.set_scope(v1::RUN);
  RETURN_IF_ERROR(SetUnit(text, inside.empty() ? "1" : inside, spec.metric));
  if (place.starts_with("file:")) {
    spec.is_file = true;
    spec.source = place.substr(5);
    RETURN_IF_ERROR(CheckFile(text, spec.source));
  } else if (!place.empty()) {
    spec.source = place;
  }
  spec.kind = kind == "json" ? MetricSpec::Pattern::kJsonPointer : MetricSpec::Pattern::kRegex;
  RETURN_IF_ERROR(CheckPattern(text, spec));
  spec.metric.set_description(absl::StrCat(
      "What the command writes to ", spec.is_file ? "the file " : "", spec.source, ", by ",
      kind == "json" ? "the JSON pointer " : "the pattern ", spec.pattern, "."));
  return spec;
}

}  // namespace benchcell::command
