#include "runners/design/experiment_text.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/tokenizer.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "re2/re2.h"
#include "runners/design/nearest.h"
#include "runners/design/text_form.h"
#include "runners/design/text_site.h"

namespace benchcell {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::DescriptorPool;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;
using google::protobuf::TextFormat;

struct Complaint {
  Position position;
  std::string message;
};

class Collector : public google::protobuf::io::ErrorCollector {
 public:
  // Lines and columns count from 0 here; -1 is the whole text.
  void AddError(int line, int column, const std::string& message) override {
    errors.push_back({{line + 1, column + 1}, message});
  }
  void AddWarning(int line, int column, const std::string& message) override {
    warnings.push_back({{line + 1, column + 1}, message});
  }

  std::vector<Complaint> errors;
  std::vector<Complaint> warnings;
};

bool IsWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The parser complains about a name when it has already gone past it: the place of the last
// occurrence of `word` before.
Position Before(const std::string& text, Position position, const std::string& word) {
  size_t offset = OffsetOf(text, position);
  while (offset > 0) {
    const size_t found = text.rfind(word, offset - 1);
    if (found == std::string::npos) break;
    const size_t end = found + word.size();
    const bool starts = found == 0 || !IsWord(text[found - 1]);
    if (starts && (end >= text.size() || !IsWord(text[end]))) return PositionOf(text, found);
    offset = found;
  }
  return position;
}

std::vector<std::string> FieldNames(const std::string& message_type) {
  std::vector<std::string> names;
  const Descriptor* type = DescriptorPool::generated_pool()->FindMessageTypeByName(message_type);
  for (int i = 0; type != nullptr && i < type->field_count(); ++i) {
    names.push_back(type->field(i)->name());
  }
  return names;
}

// "benchcell.v1.PublishedRow" -> "PublishedRow".
std::string ShortName(const std::string& type) { return type.substr(type.rfind('.') + 1); }

// Says a complaint of the parser in our words.
struct Reworded {
  Position position;
  std::string message;
  // Only this value is at fault: the text can be read on without it.
  bool value_only = false;
};

// What a field of an experiment with named values may be: `BALANCED_PAIRS or AS_PUBLISHED`. No two
// such fields have the same name.
std::string ValuesOf(const std::string& field) {
  std::vector<std::string> names;
  const google::protobuf::FileDescriptor* file = v1::Experiment::descriptor()->file();
  for (int i = 0; i < file->message_type_count() && names.empty(); ++i) {
    const FieldDescriptor* found = file->message_type(i)->FindFieldByName(field);
    if (found == nullptr || found->enum_type() == nullptr) continue;
    // The first stands for none.
    for (int value = 1; value < found->enum_type()->value_count(); ++value) {
      names.push_back(found->enum_type()->value(value)->name());
    }
  }
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    absl::StrAppend(&text, i == 0 ? "" : i + 1 == names.size() ? " or " : ", ", names[i]);
  }
  return text;
}

Reworded Reword(const std::string& text, const Complaint& complaint) {
  static const RE2 kUnknownField("Message type \"(.*)\" has no field named \"(.*)\"\\.");
  static const RE2 kUnknownEnum("Unknown enumeration value of \"(.*)\" for field \"(.*)\"\\.");
  static const RE2 kTwice("Non-repeated field \"(.*)\" is specified multiple times\\.");
  static const RE2 kExpectedGot("Expected (.*), got: (.*)");
  static const RE2 kExpectedFound("Expected (.*), found (.*)\\.");
  static const RE2 kOutOfRange("Integer out of range \\((.*)\\)");
  const Position at = complaint.position;
  std::string a, b;
  if (RE2::FullMatch(complaint.message, kUnknownField, &a, &b)) {
    return {Before(text, at, b),
            absl::StrCat("unknown field ", Quoted(b), " of ", ShortName(a), "; expected ",
                         OneOf(FieldNames(a), b)),
            true};
  }
  if (RE2::FullMatch(complaint.message, kUnknownEnum, &a, &b)) {
    return {Before(text, at, a),
            absl::StrCat("unknown value ", a, " of ", b, "; expected ", ValuesOf(b)), true};
  }
  if (RE2::FullMatch(complaint.message, kTwice, &a)) {
    return {Before(text, at, a),
            absl::StrCat("the field ", Quoted(a), " occurs again; expected it once"), true};
  }
  if (RE2::FullMatch(complaint.message, kOutOfRange, &a)) {
    return {at, absl::StrCat("found ", a, "; expected a smaller number"), true};
  }
  if (RE2::FullMatch(complaint.message, kExpectedGot, &a, &b)) {
    const bool structure = b.empty() || b == "{" || b == "}" || b == "<" || b == ">";
    return {at,
            absl::StrCat("found ", b.empty() ? "the end of the text" : b, "; expected ",
                         a == "identifier" ? "a name" : a),
            !structure && a != "identifier"};
  }
  if (RE2::FullMatch(complaint.message, kExpectedFound, &a, &b)) {
    return {at, absl::StrCat("found ", b == "\"\"" ? "the end of the text" : b, "; expected ", a),
            false};
  }
  return {at, absl::StrCat(complaint.message, "; expected protobuf's text format"), false};
}

bool IsSpace(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

size_t SkipSpace(const std::string& text, size_t at) {
  while (at < text.size() && IsSpace(text[at])) ++at;
  return at;
}

size_t SkipWord(const std::string& text, size_t at) {
  while (at < text.size() && IsWord(text[at])) ++at;
  return at;
}

// The end of the value that starts at `at`: a string, a list, a message, a number or a name.
size_t ValueEnd(const std::string& text, size_t at) {
  if (at >= text.size()) return at;
  const char first = text[at];
  if (first == '"' || first == '\'') {
    size_t end = at + 1;
    while (end < text.size() && text[end] != first) end += text[end] == '\\' ? 2 : 1;
    return std::min(end + 1, text.size());
  }
  if (first == '[') return std::min(text.find(']', at), text.size() - 1) + 1;
  if (first == '{') {
    int depth = 0;
    for (size_t end = at; end < text.size(); ++end) {
      depth += text[end] == '{' ? 1 : text[end] == '}' ? -1 : 0;
      if (depth == 0) return end + 1;
    }
    return text.size();
  }
  size_t end = at + 1;
  while (end < text.size() && (IsWord(text[end]) || text[end] == '.')) ++end;
  return end;
}

// Overwrites the statement whose name or value is at `position` with spaces, so that all places
// stay. False if that can't be done: in the middle of a list.
bool Blank(std::string& text, Position position) {
  size_t start = OffsetOf(text, position);
  size_t value = start;
  const size_t after_word = SkipSpace(text, SkipWord(text, start));
  if (after_word < text.size() && (text[after_word] == ':' || text[after_word] == '{')) {
    value = text[after_word] == ':' ? SkipSpace(text, after_word + 1) : after_word;
  } else {
    while (start > 0 && IsSpace(text[start - 1])) --start;
    if (start == 0 || text[start - 1] != ':') return false;
    --start;
    while (start > 0 && IsSpace(text[start - 1])) --start;
    while (start > 0 && IsWord(text[start - 1])) --start;
  }
  const size_t end = ValueEnd(text, value);
  for (size_t i = start; i < end; ++i) {
    if (text[i] != '\n') text[i] = ' ';
  }
  return start < end;
}

// Escapes can put any bytes into a string. Adds the fields that aren't UTF-8, however deep; false
// if there is one.
bool CheckStrings(const Message& message, const TextSite& site, InputErrors& errors) {
  const Reflection& reflection = *message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  bool good = true;
  for (const FieldDescriptor* field : fields) {
    const bool repeated = field->is_repeated();
    const int count = repeated ? reflection.FieldSize(message, field) : 1;
    for (int i = 0; i < count; ++i) {
      if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
        const Message& nested = repeated ? reflection.GetRepeatedMessage(message, field, i)
                                         : reflection.GetMessage(message, field);
        good = CheckStrings(nested, site.Nested(field->name(), repeated ? i : -1), errors) && good;
        continue;
      }
      if (field->cpp_type() != FieldDescriptor::CPPTYPE_STRING) continue;
      const std::string value = repeated ? reflection.GetRepeatedString(message, field, i)
                                         : reflection.GetString(message, field);
      const size_t bad = FirstNotUtf8(value);
      if (bad == std::string::npos) continue;
      good = false;
      errors.Add(repeated ? site.OfString(field->name(), i) : site.Of(field->name()),
                 absl::StrFormat("%s has the byte \\x%02x, which isn't UTF-8 there; expected plain "
                                 "UTF-8 text, also from escapes",
                                 field->name(), static_cast<unsigned char>(value[bad])));
    }
  }
  return good;
}

// What is left of a text that isn't fit to be looked at any further.
ExperimentText Nothing() {
  ExperimentText nothing;
  nothing.tree = std::make_unique<TextFormat::ParseInfoTree>();
  nothing.complete = false;
  nothing.whole = false;
  return nothing;
}

ExperimentText Parse(const std::string& text, InputErrors& errors) {
  ExperimentText result;
  std::string readable = text;
  while (true) {
    Collector collector;
    TextFormat::Parser parser;
    result.tree = std::make_unique<TextFormat::ParseInfoTree>();
    parser.AllowUnknownField(true);
    parser.RecordErrorsTo(&collector);
    parser.WriteLocationsTo(result.tree.get());
    result.whole = parser.ParseFromString(readable, &result.experiment);

    for (const Complaint& warning : collector.warnings) {
      const Reworded reworded = Reword(readable, warning);
      errors.Add(reworded.position, reworded.message);
      result.complete = false;
    }
    if (result.whole) return result;
    result.complete = false;
    std::optional<Position> mistaken_value;
    for (const Complaint& error : collector.errors) {
      const Reworded reworded = Reword(readable, error);
      errors.Add(reworded.position, reworded.message);
      if (reworded.value_only) mistaken_value = reworded.position;
    }
    if (!mistaken_value.has_value() || !Blank(readable, *mistaken_value)) return result;
  }
}

}  // namespace

ExperimentText ReadExperimentText(const std::string& text, InputErrors& errors) {
  if (!CheckEncoding(text, errors) || !CheckNesting(text, errors)) return Nothing();
  ExperimentText read = Parse(text, errors);
  // Names of such bytes would stand in the other errors, too.
  const TextSite site(text, read.experiment, *read.tree);
  if (!CheckStrings(read.experiment, site, errors)) return Nothing();
  return read;
}

}  // namespace benchcell
