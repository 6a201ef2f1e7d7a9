#include "plugins/command/reading.h"

#include <cmath>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "re2/re2.h"
#include "runners/base/status_macros.h"
#include "runners/base/text.h"
#include "runners/design/nearest.h"

namespace benchcell::command {
namespace {

using nlohmann::json;

// How much of an output goes into a message.
constexpr size_t kShownBytes = 300;

// In one line, cut if it is long.
std::string Shown(std::string_view text) {
  return Quoted(WithoutControls(ToValidUtf8(text.substr(0, kShownBytes))));
}

std::string Beginning(const std::string& output) {
  if (output.empty()) return "it is empty";
  return absl::StrCat(output.size() > kShownBytes ? "it begins with " : "it is ", Shown(output));
}

absl::Status Wrong(const MetricSpec& spec, const std::string& what, const std::string& output) {
  return absl::InvalidArgumentError(absl::StrCat("metric ", spec.metric.name(), ": ", what, " in ",
                                                 spec.is_file ? "the file " : "", spec.source, "; ",
                                                 Beginning(output)));
}

absl::StatusOr<double> NumberOf(const MetricSpec& spec, const std::string& text,
                                const std::string& output) {
  double value = 0;
  if (absl::SimpleAtod(text, &value) && std::isfinite(value)) return value;
  return Wrong(spec,
               absl::StrCat(spec.pattern, " finds ", Shown(text), ", which is no finite number"),
               output);
}

absl::StatusOr<double> ReadByRegex(const MetricSpec& spec, const std::string& output) {
  const RE2 regex(absl::StrCat("(?m)", spec.pattern), RE2::Quiet);
  const int group = regex.NumberOfCapturingGroups();
  re2::StringPiece found[2];
  const auto search = [&](size_t from) {
    return regex.Match(output, from, output.size(), RE2::UNANCHORED, found, group + 1);
  };
  if (!search(0)) {
    return Wrong(spec, absl::StrCat("the pattern ", Quoted(spec.pattern), " finds nothing"),
                 output);
  }
  const std::string text(found[group].data() == nullptr ? "" : found[group].as_string());
  const size_t end = found[0].data() + found[0].size() - output.data();
  // A match of nothing would be found at the same place for ever.
  const size_t next = found[0].empty() ? end + 1 : end;
  if (next <= output.size() && search(next)) {
    return Wrong(
        spec,
        absl::StrCat("the pattern ", Quoted(spec.pattern), " finds two things, first ", Shown(text),
                     ", then ", Shown(found[group].as_string()), "; expected one"),
        output);
  }
  return NumberOf(spec, text, output);
}

absl::StatusOr<double> ReadByPointer(const MetricSpec& spec, const std::string& output) {
  const json document = json::parse(output, nullptr, /*allow_exceptions=*/false);
  if (document.is_discarded()) {
    return Wrong(spec, absl::StrCat("the pointer ", Quoted(spec.pattern), " finds no JSON"),
                 output);
  }
  const json::json_pointer pointer(spec.pattern);
  if (!document.contains(pointer)) {
    return Wrong(spec, absl::StrCat("the pointer ", Quoted(spec.pattern), " finds nothing"),
                 output);
  }
  const json& value = document.at(pointer);
  // Some tools write their numbers as text.
  if (value.is_string()) return NumberOf(spec, value.get<std::string>(), output);
  if (value.is_number()) return NumberOf(spec, value.dump(), output);
  return Wrong(spec,
               absl::StrCat("the pointer ", Quoted(spec.pattern), " finds ",
                            std::string(value.type_name()), ", which is no number"),
               output);
}

}  // namespace

absl::StatusOr<double> ReadValue(const MetricSpec& spec, const std::string& output) {
  return spec.kind == MetricSpec::Pattern::kRegex ? ReadByRegex(spec, output)
                                                  : ReadByPointer(spec, output);
}

}  // namespace benchcell::command
