#include "plugins/node_core/findings.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "plugins/node_core/failure.h"
#include "runners/base/text.h"

namespace benchcell::node_core {
namespace {

using nlohmann::json;

constexpr uint64_t kTailBytes = 1500;

// A field that is missing or of another type is the type's zero: an object without configurations
// is told as one that has none.
std::string Text(const json& object, const char* name) {
  const auto field = object.find(name);
  return field != object.end() && field->is_string() ? field->get<std::string>() : "";
}

bool Boolean(const json& object, const char* name) {
  const auto field = object.find(name);
  return field != object.end() && field->is_boolean() && field->get<bool>();
}

std::vector<std::string> Texts(const json& object, const char* name) {
  std::vector<std::string> texts;
  const auto field = object.find(name);
  if (field == object.end() || !field->is_array()) return texts;
  for (const json& text : *field) {
    if (text.is_string()) texts.push_back(text.get<std::string>());
  }
  return texts;
}

Findings FromJson(const json& object) {
  Findings findings;
  findings.source = Text(object, "source");
  findings.file = Text(object, "file");
  findings.missing = Text(object, "missing");
  findings.neighbours = Texts(object, "neighbours");
  findings.declared = Boolean(object, "declared");
  findings.setup = Boolean(object, "setup");
  findings.foreign = Text(object, "foreign");
  findings.keys = Texts(object, "keys");
  const auto list = object.find("configurations");
  if (list != object.end() && list->is_array()) {
    for (const json& one : *list) {
      if (one.is_object()) {
        findings.configurations.push_back({Texts(one, "arguments"), Texts(one, "flags")});
      }
    }
  }
  const auto code = object.find("code");
  if (code != object.end() && code->is_number_integer()) findings.code = code->get<int>();
  findings.signal = Text(object, "signal");
  findings.hung = Boolean(object, "hung");
  findings.error_output = Text(object, "stderr");
  return findings;
}

std::string Ending(const Findings& findings) {
  if (findings.hung) return "hang: it had not declared its configurations when it was killed";
  if (!findings.signal.empty()) {
    return absl::StrCat("it was killed by ", findings.signal, " before it had declared any");
  }
  const int code = findings.code.value_or(-1);
  if (code != 0)
    return absl::StrCat("it ended with exit code ", code, " before it had declared any");
  if (!findings.foreign.empty()) {
    return absl::StrCat("it starts another file, ", findings.foreign,
                        ", and has none of its own; name that file instead");
  }
  if (!findings.declared) return "it ended without declaring a benchmark";
  return "empty queue: it leaves every combination out, or found nothing in the tree to run";
}

}  // namespace

absl::StatusOr<std::vector<Findings>> ParseFindings(const std::string& text) {
  std::vector<Findings> all;
  int number = 1;
  for (size_t start = 0; start < text.size(); ++number) {
    const size_t end = std::min(text.find('\n', start), text.size());
    const json object =
        json::parse(text.begin() + start, text.begin() + end, nullptr, /*allow_exceptions=*/false);
    if (!object.is_object()) {
      return absl::InvalidArgumentError(
          absl::StrCat("line ", number, " of what was discovered is no JSON object"));
    }
    all.push_back(FromJson(object));
    start = end + 1;
  }
  return all;
}

std::string WhyNone(const Findings& findings, const std::string& build) {
  // However the process ended after it had declared them: it is not what is measured.
  if (!findings.configurations.empty()) return "";
  const std::string head = absl::StrCat(findings.file, " has no configuration with ", build, ": ");
  // A file that declared a benchmark may print whatever it likes.
  if (!findings.declared && findings.foreign.empty()) {
    const std::optional<Failure> failure = Recognize(findings.error_output);
    if (failure.has_value()) return head + failure->sentence;
  }
  const std::string tail = Tail(WithoutControls(findings.error_output), kTailBytes);
  return absl::StrCat(head, Ending(findings), tail.empty() ? "" : "\n--- end of stderr:\n", tail);
}

}  // namespace benchcell::node_core
