#include "plugins/vitest/json_fields.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace benchcell::vitest {

JsonFields::JsonFields(const nlohmann::json& object, std::string name)
    : object_(object), name_(std::move(name)) {}

absl::StatusOr<nlohmann::json> JsonFields::Parse(const std::string& text, const std::string& name) {
  nlohmann::json parsed = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (parsed.is_object()) return parsed;
  return absl::InvalidArgumentError(
      absl::StrCat(name, ": found ", text.size(), " bytes that are no JSON object"));
}

bool JsonFields::Boolean(const std::string& field) {
  const nlohmann::json& value = Find(field);
  if (value.is_boolean()) return value.get<bool>();
  Expected(field, "a boolean");
  return false;
}

int64_t JsonFields::Integer(const std::string& field) {
  const nlohmann::json& value = Find(field);
  const bool fits = value.is_number_integer() &&
                    (!value.is_number_unsigned() || value.get<uint64_t>() <= uint64_t{INT64_MAX});
  if (fits) return value.get<int64_t>();
  Expected(field, "a whole number");
  return 0;
}

std::string JsonFields::Text(const std::string& field) {
  const nlohmann::json& value = Find(field);
  if (value.is_string()) return value.get<std::string>();
  Expected(field, "a text");
  return "";
}

const nlohmann::json& JsonFields::Object(const std::string& field) {
  static const auto& empty = *new nlohmann::json(nlohmann::json::object());
  const nlohmann::json& value = Find(field);
  if (value.is_object()) return value;
  Expected(field, "an object");
  return empty;
}

void JsonFields::Include(const JsonFields& part) {
  if (status_.ok()) status_ = part.status();
}

const nlohmann::json& JsonFields::Find(const std::string& field) const {
  static const auto& null = *new nlohmann::json(nullptr);
  const auto found = object_.find(field);
  return found == object_.end() ? null : *found;
}

void JsonFields::Expected(const std::string& field, const std::string& type) {
  if (!status_.ok()) return;
  const nlohmann::json& value = Find(field);
  const std::string found = value.is_null() ? "nothing" : value.type_name();
  status_ = absl::InvalidArgumentError(
      absl::StrCat(name_, ": \"", field, "\" is ", found, ", expected ", type));
}

}  // namespace benchcell::vitest
