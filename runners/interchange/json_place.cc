#include "runners/interchange/json_place.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "runners/base/status_macros.h"
#include "runners/report/text.h"

namespace benchcell {
namespace {

using Json = nlohmann::json;

constexpr size_t kWidestFound = 80;

std::string Describe(const Json& value) {
  if (value.is_object()) return absl::StrCat("an object of ", value.size(), " members");
  if (value.is_array()) return absl::StrCat("an array of ", value.size());
  const std::string text =
      Shortened(OneLine(value.dump(-1, ' ', false, Json::error_handler_t::replace)), kWidestFound);
  return value.is_string() ? absl::StrCat("the text ", text) : text;
}

}  // namespace

JsonPlace JsonPlace::Inside(const std::string& name, const Json& value) const {
  JsonPlace inside(*file_, value);
  inside.pointer_ =
      absl::StrCat(pointer_, "/", absl::StrReplaceAll(name, {{"~", "~0"}, {"/", "~1"}}));
  return inside;
}

absl::StatusOr<JsonPlace> JsonPlace::Member(const std::string& name) const {
  if (!value_->is_object()) return Unexpected(absl::StrCat("an object with the member ", name));
  const auto found = value_->find(name);
  if (found == value_->end()) {
    return Error(absl::StrCat("no member ", name), absl::StrCat("an object that has it"));
  }
  return Inside(name, *found);
}

std::optional<JsonPlace> JsonPlace::Find(const std::string& name) const {
  if (!value_->is_object()) return std::nullopt;
  const auto found = value_->find(name);
  if (found == value_->end() || found->is_null()) return std::nullopt;
  return Inside(name, *found);
}

absl::StatusOr<std::vector<std::pair<std::string, JsonPlace>>> JsonPlace::Members() const {
  if (!value_->is_object()) return Unexpected("an object");
  std::vector<std::pair<std::string, JsonPlace>> members;
  for (const auto& [name, value] : value_->items()) {
    members.emplace_back(name, Inside(name, value));
  }
  return members;
}

absl::StatusOr<std::vector<JsonPlace>> JsonPlace::Items() const {
  if (!value_->is_array()) return Unexpected("an array");
  std::vector<JsonPlace> items;
  items.reserve(value_->size());
  for (const Json& item : *value_) items.push_back(Inside(absl::StrCat(items.size()), item));
  return items;
}

absl::StatusOr<std::string> JsonPlace::Text() const {
  if (!value_->is_string()) return Unexpected("a text");
  return value_->get<std::string>();
}

absl::StatusOr<double> JsonPlace::Number() const {
  if (!value_->is_number()) return Unexpected("a number");
  const auto number = value_->get<double>();
  if (!std::isfinite(number)) return Unexpected("a finite number");
  return number;
}

absl::StatusOr<double> JsonPlace::Amount() const {
  ASSIGN_OR_RETURN(const double number, Number());
  if (number < 0) return Unexpected("a number not below 0");
  return number;
}

absl::Status JsonPlace::Unexpected(const std::string& expected) const {
  return Error(Describe(*value_), expected);
}

absl::Status JsonPlace::Error(const std::string& found, const std::string& expected) const {
  return absl::InvalidArgumentError(absl::StrCat(*file_, ": at ",
                                                 pointer_.empty() ? "the top" : OneLine(pointer_),
                                                 ": found ", found, ", expected ", expected));
}

}  // namespace benchcell
