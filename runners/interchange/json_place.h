// A value somewhere in a JSON file, with what is needed to complain about it.

#ifndef BENCHCELL_RUNNERS_INTERCHANGE_JSON_PLACE_H_
#define BENCHCELL_RUNNERS_INTERCHANGE_JSON_PLACE_H_

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace benchcell {

// File and value must outlive it. All errors are INVALID_ARGUMENT, like
// `a.json: at /results/0/times/3: found the text "x", expected a number`.
class JsonPlace {
 public:
  JsonPlace(const std::string& file, const nlohmann::json& value) : file_(&file), value_(&value) {}

  const std::string& file() const { return *file_; }
  // RFC 6901; empty for the whole file.
  const std::string& pointer() const { return pointer_; }
  const nlohmann::json& value() const { return *value_; }

  // A member of an object; an error if it is missing.
  absl::StatusOr<JsonPlace> Member(const std::string& name) const;
  // Nothing if it is missing or null, or if this is no object.
  std::optional<JsonPlace> Find(const std::string& name) const;
  // Of an object, sorted by name.
  absl::StatusOr<std::vector<std::pair<std::string, JsonPlace>>> Members() const;
  // Of an array.
  absl::StatusOr<std::vector<JsonPlace>> Items() const;

  absl::StatusOr<std::string> Text() const;
  // A finite number.
  absl::StatusOr<double> Number() const;
  // A finite number not below 0.
  absl::StatusOr<double> Amount() const;

  // The error for this value; `expected` as in `a number`.
  absl::Status Unexpected(const std::string& expected) const;
  // The same with other words for what was found.
  absl::Status Error(const std::string& found, const std::string& expected) const;

 private:
  JsonPlace Inside(const std::string& name, const nlohmann::json& value) const;

  const std::string* file_;
  const nlohmann::json* value_;
  std::string pointer_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_INTERCHANGE_JSON_PLACE_H_
