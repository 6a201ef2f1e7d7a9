#include "runners/design/vocabulary.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "runners/design/nearest.h"

namespace benchcell {
namespace {

// Name of an InputSpec that stands for inputs of any name.
constexpr char kAnyInput[] = "*";

template <typename Specs>
std::vector<std::string> NamesOf(const Specs& specs) {
  std::vector<std::string> names;
  for (const auto& spec : specs) names.push_back(spec.name());
  return names;
}

template <typename Specs>
bool IsNamed(const Specs& specs, const std::string& name) {
  return std::any_of(specs.begin(), specs.end(),
                     [&](const auto& spec) { return spec.name() == name; });
}

template <typename Specs>
Vocabulary::Problem UnknownName(const char* kind, const Specs& specs, const std::string& name) {
  if (IsNamed(specs, name)) return std::nullopt;
  return absl::StrCat("unknown ", kind, " ", Quoted(name), "; expected ",
                      OneOf(NamesOf(specs), name));
}

// Of an axis that the experiment has brought: a program can be given anything but a zero byte.
Vocabulary::Problem FreeLevel(const std::string& axis, const std::string& level) {
  if (level.find('\0') == std::string::npos) return std::nullopt;
  return absl::StrCat("the axis ", Quoted(axis), " has the level ", Quoted(level),
                      "; expected text without zero bytes");
}

template <typename Specs>
const auto& Named(const Specs& specs, const std::string& name) {
  return *std::find_if(specs.begin(), specs.end(),
                       [&](const auto& spec) { return spec.name() == name; });
}

// Compiles the patterns of all specs that have one.
template <typename Specs>
absl::Status Compile(const std::string& plugin, const Specs& specs,
                     std::map<std::string, std::unique_ptr<RE2>>& patterns) {
  for (const auto& spec : specs) {
    if (spec.pattern().empty()) continue;
    auto pattern = std::make_unique<RE2>(spec.pattern(), RE2::Quiet);
    if (!pattern->ok()) {
      return absl::FailedPreconditionError(
          absl::StrCat("the plugin ", Quoted(plugin), " describes ", Quoted(spec.name()),
                       " with the pattern ", Quoted(spec.pattern()), ": ", pattern->error(),
                       "; expected a pattern of RE2. The plugin has to be mended"));
    }
    patterns[spec.name()] = std::move(pattern);
  }
  return absl::OkStatus();
}

template <typename Spec>
std::string PatternInWords(const Spec& spec) {
  return spec.pattern_title().empty() ? absl::StrCat("a match of ", Quoted(spec.pattern()))
                                      : spec.pattern_title();
}

}  // namespace

absl::StatusOr<Vocabulary> Vocabulary::Create(const v1::PluginDescription& plugin) {
  Vocabulary vocabulary(plugin);
  absl::Status status = Compile(plugin.name(), plugin.axis(), vocabulary.level_patterns_);
  if (!status.ok()) return status;
  status = Compile(plugin.name(), plugin.parameter(), vocabulary.value_patterns_);
  if (!status.ok()) return status;
  return vocabulary;
}

Vocabulary::Problem Vocabulary::Axis(const std::string& axis) const {
  if (!plugin_->free_axes()) return UnknownName("axis", plugin_->axis(), axis);
  // --only separates by = , and |; a plugin's texts name axes in braces; tables are lines.
  static const RE2 kName("[^\\s=,|{}\\pC]+");
  if (RE2::FullMatch(axis, kName)) return std::nullopt;
  return absl::StrCat("an axis is called ", Quoted(axis),
                      "; expected a name without white space, control characters and = , | { }");
}

Vocabulary::Problem Vocabulary::Level(const std::string& axis, const std::string& level) const {
  if (!IsNamed(plugin_->axis(), axis)) return FreeLevel(axis, level);
  const v1::AxisSpec& spec = Named(plugin_->axis(), axis);
  const std::vector<std::string> levels(spec.level().begin(), spec.level().end());
  if (std::find(levels.begin(), levels.end(), level) != levels.end()) return std::nullopt;
  const auto pattern = level_patterns_.find(axis);
  const bool has_pattern = pattern != level_patterns_.end();
  if (has_pattern && RE2::FullMatch(level, *pattern->second)) return std::nullopt;
  std::string expected = has_pattern ? PatternInWords(spec) : "";
  if (!levels.empty()) {
    absl::StrAppend(&expected, has_pattern ? ", or " : "", OneOf(levels, level));
  }
  return absl::StrCat("unknown level ", Quoted(level), " of the axis ", Quoted(axis), "; expected ",
                      expected);
}

Vocabulary::Problem Vocabulary::Input(const std::string& input) const {
  if (IsNamed(plugin_->input(), kAnyInput)) return std::nullopt;
  return UnknownName("input", plugin_->input(), input);
}

bool Vocabulary::IsRepeated(const std::string& parameter) const {
  return IsNamed(plugin_->parameter(), parameter) &&
         Named(plugin_->parameter(), parameter).repeated();
}

Vocabulary::Problem Vocabulary::Parameter(const std::string& parameter) const {
  return UnknownName("parameter", plugin_->parameter(), parameter);
}

Vocabulary::Problem Vocabulary::Value(const std::string& parameter,
                                      const std::string& value) const {
  const auto pattern = value_patterns_.find(parameter);
  if (pattern == value_patterns_.end() || RE2::FullMatch(value, *pattern->second)) {
    return std::nullopt;
  }
  return absl::StrCat("the parameter ", Quoted(parameter), " is ", Quoted(value), "; expected ",
                      PatternInWords(Named(plugin_->parameter(), parameter)));
}

}  // namespace benchcell
