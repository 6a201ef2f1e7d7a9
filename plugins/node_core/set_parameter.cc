#include "plugins/node_core/set_parameter.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace benchcell::node_core {
namespace {

absl::Status Wrong(const std::string& found, const std::string& expected) {
  return absl::InvalidArgumentError(
      absl::StrCat("set: ", found, "; expected ", expected, ", as in n=10,script=a|b"));
}

}  // namespace

absl::StatusOr<std::vector<SetKey>> ParseSet(const std::string& text) {
  std::vector<SetKey> keys;
  if (text.empty()) return keys;
  // The key that is being read, and whether its `=` has been.
  SetKey current;
  bool in_value = false;
  const auto finish = [&]() -> absl::Status {
    if (!in_value || current.key.empty()) {
      return Wrong(absl::StrCat("found \"", current.key, "\""), "KEY=VALUE");
    }
    const auto known = std::find_if(keys.begin(), keys.end(),
                                    [&](const SetKey& each) { return each.key == current.key; });
    (known == keys.end() ? keys.emplace_back() : *known) = current;
    current = {};
    in_value = false;
    return absl::OkStatus();
  };
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    const bool escaped = c == '\\';
    if (escaped) {
      c = ++i < text.size() ? text[i] : '\0';
      if (c != ',' && c != '|' && c != '\\') {
        return Wrong("found a \\ before something else", "\\, or \\| or \\\\");
      }
    }
    if (!escaped && c == ',') {
      if (absl::Status status = finish(); !status.ok()) return status;
    } else if (!in_value && !escaped && c == '=') {
      in_value = true;
      current.value.emplace_back();
    } else if (in_value && !escaped && c == '|') {
      current.value.emplace_back();
    } else {
      (in_value ? current.value.back() : current.key) += c;
    }
  }
  if (absl::Status status = finish(); !status.ok()) return status;
  return keys;
}

std::vector<std::string> ArgumentsOf(const std::vector<SetKey>& keys) {
  std::vector<std::string> arguments;
  for (const SetKey& key : keys) {
    for (const std::string& value : key.value) {
      arguments.push_back(absl::StrCat(key.key, "=", value));
    }
  }
  return arguments;
}

}  // namespace benchcell::node_core
