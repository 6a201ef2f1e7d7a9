// A change of the table as JSON. Internal to the report for programs.

#ifndef BENCHCELL_RUNNERS_REPORT_CHANGE_JSON_H_
#define BENCHCELL_RUNNERS_REPORT_CHANGE_JSON_H_

#include <nlohmann/json.hpp>
#include <optional>

#include "runners/report/table.h"

namespace benchcell {

using Json = nlohmann::ordered_json;

template <typename T>
Json OrNull(const std::optional<T>& value) {
  return value.has_value() ? Json(*value) : Json();
}

// Names as in table.h, in lowerCamelCase; enum values in capitals. Null where there is nothing.
Json ChangeToJson(const ChangeResult& change);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_CHANGE_JSON_H_
