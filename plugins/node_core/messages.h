// What a benchmark process sends over its channel, as values.

#ifndef BENCHCELL_PLUGINS_NODE_CORE_MESSAGES_H_
#define BENCHCELL_PLUGINS_NODE_CORE_MESSAGES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"

namespace benchcell::node_core {

// A value of JSON, with the digits of a number as they were sent: JavaScript writes a number in one
// way only, and a CSV with the same digits equals that of node's own tool.
struct JsonValue {
  enum class Kind { kMissing, kString, kNumber, kBoolean, kNull, kOther };
  Kind kind = Kind::kMissing;
  // Content of a string, digits of a number, `true`, `false`, `null`; empty for the others.
  std::string text;
};

struct Report {
  std::string name;
  // In the order of the message.
  std::vector<std::pair<std::string, JsonValue>> configuration;
  JsonValue rate;
  JsonValue time;

  // kMissing if there is no such key.
  const JsonValue& Find(const std::string& key) const;
};

struct Messages {
  std::vector<Report> report;
  // Of the file's parent process, if it sent that it starts.
  std::optional<int64_t> queue_length;
};

// Reads one JSON object a line. Objects of other types and node's own (`cmd`: `NODE_...`) are left
// out, and so is an end without line break, which a process that was killed leaves.
// INVALID_ARGUMENT with its number for a line that is no JSON object.
absl::StatusOr<Messages> ParseMessages(const std::string& text);

// `n=30 mode='process'`: the configuration as compare.js writes it, before it is quoted for CSV.
std::string ConfigurationText(const Report& report);

}  // namespace benchcell::node_core

#endif  // BENCHCELL_PLUGINS_NODE_CORE_MESSAGES_H_
