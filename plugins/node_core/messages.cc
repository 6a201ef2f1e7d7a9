#include "plugins/node_core/messages.h"

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "plugins/node_core/inspect.h"

namespace benchcell::node_core {
namespace {

using Kind = JsonValue::Kind;
using Fields = std::vector<std::pair<std::string, JsonValue>>;

// Keeps the fields of an object and of its field `conf`, with numbers as they were written.
class MessageReader : public nlohmann::json_sax<nlohmann::json> {
 public:
  Fields fields;
  Fields configuration;
  bool is_object = false;

  bool null() override { return Add(Kind::kNull, "null"); }
  bool boolean(bool value) override { return Add(Kind::kBoolean, value ? "true" : "false"); }
  // JavaScript writes no plus sign, no leading zero and no -0: the digits are those of the number.
  bool number_integer(int64_t value) override { return Add(Kind::kNumber, absl::StrCat(value)); }
  bool number_unsigned(uint64_t value) override { return Add(Kind::kNumber, absl::StrCat(value)); }
  bool number_float(double, const std::string& digits) override {
    return Add(Kind::kNumber, digits);
  }
  bool string(std::string& value) override { return Add(Kind::kString, value); }
  bool binary(binary_t&) override { return false; }
  bool start_object(size_t) override { return Enter(true); }
  bool end_object() override { return Leave(); }
  bool start_array(size_t) override { return Enter(false); }
  bool end_array() override { return Leave(); }
  bool key(std::string& name) override {
    if (depth_ <= 2) key_ = name;
    if (depth_ == 1) in_configuration_ = name == "conf";
    return true;
  }
  bool parse_error(size_t, const std::string&, const nlohmann::json::exception&) override {
    return false;
  }

 private:
  bool Add(Kind kind, const std::string& text) {
    if (depth_ == 1) fields.push_back({key_, {kind, text}});
    if (depth_ == 2 && in_configuration_) configuration.push_back({key_, {kind, text}});
    return true;
  }

  bool Enter(bool object) {
    if (depth_ == 0) is_object = object;
    // The configuration itself is no value of the message.
    if (depth_ > 0 && !(depth_ == 1 && in_configuration_)) Add(Kind::kOther, "");
    ++depth_;
    return true;
  }

  bool Leave() {
    --depth_;
    return true;
  }

  int depth_ = 0;
  std::string key_;
  bool in_configuration_ = false;
};

const JsonValue& FindIn(const Fields& fields, const std::string& key) {
  static const auto& missing = *new JsonValue();
  for (const auto& [name, value] : fields) {
    if (name == key) return value;
  }
  return missing;
}

void AddMessage(const MessageReader& message, Messages& messages) {
  if (absl::StartsWith(FindIn(message.fields, "cmd").text, "NODE_")) return;
  const std::string& type = FindIn(message.fields, "type").text;
  if (type == "report") {
    messages.report.push_back({FindIn(message.fields, "name").text, message.configuration,
                               FindIn(message.fields, "rate"), FindIn(message.fields, "time")});
  } else if (type == "config") {
    int64_t length = 0;
    if (absl::SimpleAtoi(FindIn(message.fields, "queueLength").text, &length)) {
      messages.queue_length = length;
    }
  }
}

}  // namespace

const JsonValue& Report::Find(const std::string& key) const { return FindIn(configuration, key); }

absl::StatusOr<Messages> ParseMessages(const std::string& text) {
  Messages messages;
  int number = 1;
  for (size_t start = 0;; ++number) {
    const size_t end = text.find('\n', start);
    if (end == std::string::npos) return messages;
    MessageReader reader;
    const bool read = nlohmann::json::sax_parse(text.begin() + start, text.begin() + end, &reader);
    if (!read || !reader.is_object) {
      return absl::InvalidArgumentError(
          absl::StrCat("line ", number, " of what the benchmark sent is no JSON object"));
    }
    AddMessage(reader, messages);
    start = end + 1;
  }
}

std::string ConfigurationText(const Report& report) {
  std::string text;
  for (const auto& [key, value] : report.configuration) {
    absl::StrAppend(&text, text.empty() ? "" : " ", key, "=",
                    value.kind == Kind::kString ? InspectText(value.text) : value.text);
  }
  return text;
}

}  // namespace benchcell::node_core
