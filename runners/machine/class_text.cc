#include "runners/machine/class_text.h"

#include <cstdint>
#include <optional>
#include <set>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/io/tokenizer.h"
#include "google/protobuf/text_format.h"
#include "re2/re2.h"
#include "runners/base/status_macros.h"
#include "runners/design/nearest.h"

namespace benchcell {
namespace {

using ::google::protobuf::FieldDescriptor;

// Keeps the first error.
class FirstError : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int line, int column, const std::string& message) override {
    if (text_.empty()) text_ = absl::StrCat(line + 1, ":", column + 1, ": ", message);
  }

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::vector<std::string> FactNames() {
  const google::protobuf::Descriptor& message = *v1::MachineFacts::descriptor();
  std::vector<std::string> names;
  for (int i = 0; i < message.field_count(); ++i) names.push_back(message.field(i)->name());
  return names;
}

// A value that a fact of this kind can never have would never be met.
std::optional<std::string> ValueProblem(const FieldDescriptor& fact, const std::string& value) {
  uint64_t number = 0;
  if (value.empty()) return "an empty value; expected be_unset for a fact that must not be known";
  if (fact.is_repeated()) return std::nullopt;
  if (fact.cpp_type() == FieldDescriptor::CPPTYPE_ENUM && value != "on" && value != "off") {
    return absl::StrCat(Quoted(value), "; expected \"on\" or \"off\"");
  }
  const bool counted = fact.cpp_type() == FieldDescriptor::CPPTYPE_UINT32 ||
                       fact.cpp_type() == FieldDescriptor::CPPTYPE_UINT64;
  if (counted && !absl::SimpleAtoi(value, &number)) {
    return absl::StrCat(Quoted(value), "; expected a number");
  }
  return std::nullopt;
}

std::optional<std::string> Problem(const v1::Requirement& requirement) {
  const FieldDescriptor* const fact =
      v1::MachineFacts::descriptor()->FindFieldByName(requirement.fact());
  if (fact == nullptr) {
    return absl::StrCat("unknown fact; expected ", OneOf(FactNames(), requirement.fact()));
  }
  if (requirement.remedy().empty()) return "no remedy; expected what to do to meet it";
  switch (requirement.must_case()) {
    case v1::Requirement::kEqual:
      return ValueProblem(*fact, requirement.equal());
    case v1::Requirement::kDifferFrom:
      return ValueProblem(*fact, requirement.differ_from());
    case v1::Requirement::kMatch: {
      const RE2 pattern(requirement.match(), RE2::Quiet);
      if (pattern.ok()) return std::nullopt;
      return absl::StrCat("the pattern ", Quoted(requirement.match()),
                          " is none of RE2's: ", pattern.error());
    }
    case v1::Requirement::kBeAtLeast:
      if (fact->is_repeated() || (fact->cpp_type() != FieldDescriptor::CPPTYPE_UINT32 &&
                                  fact->cpp_type() != FieldDescriptor::CPPTYPE_UINT64)) {
        return "be_at_least of a fact that is no number; expected equal, differ_from or match";
      }
      return std::nullopt;
    case v1::Requirement::kBeUnset:
      if (requirement.be_unset()) return std::nullopt;
      return "be_unset: false; expected be_unset: true or another condition";
    case v1::Requirement::MUST_NOT_SET:
      break;
  }
  return "nothing is asked of it; expected one of equal, differ_from, match, be_at_least, be_unset";
}

template <typename Requirements>
absl::Status CheckRequirements(const Requirements& requirements, const char* list,
                               const std::string& file) {
  std::set<std::string> seen;
  for (const v1::Requirement& requirement : requirements) {
    std::optional<std::string> problem = Problem(requirement);
    // differ_from can be asked several times.
    const std::string key = requirement.has_differ_from()
                                ? absl::StrCat(requirement.fact(), " ", requirement.differ_from())
                                : requirement.fact();
    if (!problem.has_value() && !seen.insert(key).second) problem = "it is asked of twice";
    if (!problem.has_value()) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(file, ": ", list, " ", Quoted(requirement.fact()), ": ", *problem));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<v1::MachineClass> ParseClass(const std::string& text, const std::string& file) {
  static const RE2 kName("[a-z0-9]+(-[a-z0-9]+)*");
  v1::MachineClass machine_class;
  FirstError error;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&error);
  if (!parser.ParseFromString(text, &machine_class)) {
    return absl::InvalidArgumentError(absl::StrCat(file, ":", error.text()));
  }
  if (!RE2::FullMatch(machine_class.name(), kName)) {
    return absl::InvalidArgumentError(
        absl::StrCat(file, ": the name is ", Quoted(machine_class.name()),
                     "; expected lower case letters and digits, with single dashes between them"));
  }
  if (machine_class.title().empty()) {
    return absl::InvalidArgumentError(absl::StrCat(file, ": no title; expected one line"));
  }
  if (machine_class.required().empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(file, ": nothing is required; expected a required { } at least"));
  }
  RETURN_IF_ERROR(CheckRequirements(machine_class.required(), "required", file));
  RETURN_IF_ERROR(CheckRequirements(machine_class.wished(), "wished", file));
  for (const v1::Observation& observation : machine_class.observed()) {
    if (!observation.what().empty() && !observation.instead().empty()) continue;
    return absl::InvalidArgumentError(absl::StrCat(file, ": observed ", Quoted(observation.what()),
                                                   ": expected `what` and `instead`"));
  }
  return machine_class;
}

}  // namespace benchcell
