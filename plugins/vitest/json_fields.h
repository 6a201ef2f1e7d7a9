// Fields of foreign JSON, by type, without exceptions.

#ifndef BENCHCELL_PLUGINS_VITEST_JSON_FIELDS_H_
#define BENCHCELL_PLUGINS_VITEST_JSON_FIELDS_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "nlohmann/json.hpp"

namespace benchcell::vitest {

// Reads the fields of one object. A field that is missing or of another type gives the type's zero
// and is remembered: ask status() once, after the last field.
class JsonFields {
 public:
  // `name` is what the object is called in errors.
  JsonFields(const nlohmann::json& object, std::string name);

  // INVALID_ARGUMENT if the text is no JSON object.
  static absl::StatusOr<nlohmann::json> Parse(const std::string& text, const std::string& name);

  bool Boolean(const std::string& field);
  // Also refuses numbers that aren't whole or are outside of int64.
  int64_t Integer(const std::string& field);
  std::string Text(const std::string& field);
  // An empty object if the field is none.
  const nlohmann::json& Object(const std::string& field);

  // The first thing that was wrong, INVALID_ARGUMENT.
  const absl::Status& status() const { return status_; }
  // Takes over what was wrong with a part.
  void Include(const JsonFields& part);

 private:
  // Null if there is no such field.
  const nlohmann::json& Find(const std::string& field) const;
  void Expected(const std::string& field, const std::string& type);

  const nlohmann::json& object_;
  const std::string name_;
  absl::Status status_;
};

}  // namespace benchcell::vitest

#endif  // BENCHCELL_PLUGINS_VITEST_JSON_FIELDS_H_
