#include "runners/machine/fact_list.h"

#include <cstdint>
#include <string_view>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"

namespace benchcell {
namespace {

using ::google::protobuf::FieldDescriptor;

constexpr char kMemory[] = "memory_bytes";

struct Title {
  std::string_view fact;
  std::string_view title;
};

// Those that aren't the field's name with spaces.
constexpr Title kTitles[] = {
    {"processor_model", "processor"},
    {"logical_cpus", "number of logical processors"},
    {"physical_cores", "number of physical cores"},
    {kMemory, "memory"},
    {"os", "operating system"},
    {"smt", "SMT"},
    {"aslr", "ASLR"},
    {"virtualised", "virtualisation"},
    {"emulated", "emulation"},
    {"core_kind", "core mix"},
};

std::string TitleOf(const std::string& fact) {
  for (const Title& title : kTitles) {
    if (title.fact == fact) return std::string(title.title);
  }
  return absl::StrReplaceAll(fact, {{"_", " "}});
}

std::string SwitchText(int number) {
  if (number == v1::ON) return "on";
  if (number == v1::OFF) return "off";
  return "";
}

std::string NumberText(uint64_t number) { return number == 0 ? "" : absl::StrCat(number); }

std::string CoreKinds(const v1::MachineFacts& facts) {
  return absl::StrJoin(facts.core_kind(), " + ", [](std::string* out, const v1::CoreKind& kind) {
    absl::StrAppend(out, kind.logical_cpus(), " ", kind.name());
  });
}

std::string ValueOf(const v1::MachineFacts& facts, const FieldDescriptor& field) {
  if (field.is_repeated()) return CoreKinds(facts);
  const google::protobuf::Reflection& values = *facts.GetReflection();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_ENUM:
      return SwitchText(values.GetEnumValue(facts, &field));
    case FieldDescriptor::CPPTYPE_UINT32:
      return NumberText(values.GetUInt32(facts, &field));
    case FieldDescriptor::CPPTYPE_UINT64:
      return NumberText(values.GetUInt64(facts, &field));
    default:
      return values.GetString(facts, &field);
  }
}

Fact FactOf(const v1::MachineFacts& facts, const FieldDescriptor& field) {
  Fact fact;
  fact.name = field.name();
  fact.title = TitleOf(fact.name);
  fact.value = ValueOf(facts, field);
  fact.shown = fact.value.empty() ? "unknown" : ShownValue(fact.name, fact.value);
  return fact;
}

}  // namespace

std::vector<Fact> FactsOf(const v1::MachineFacts& facts) {
  const google::protobuf::Descriptor& message = *v1::MachineFacts::descriptor();
  std::vector<Fact> list;
  list.reserve(message.field_count());
  for (int i = 0; i < message.field_count(); ++i) list.push_back(FactOf(facts, *message.field(i)));
  return list;
}

std::optional<Fact> FindFact(const v1::MachineFacts& facts, const std::string& name) {
  const FieldDescriptor* const field = v1::MachineFacts::descriptor()->FindFieldByName(name);
  if (field == nullptr) return std::nullopt;
  return FactOf(facts, *field);
}

std::string ShownValue(const std::string& fact, const std::string& value) {
  uint64_t bytes = 0;
  if (fact != kMemory || !absl::SimpleAtoi(value, &bytes)) return value;
  return absl::StrFormat("%.1f GiB", static_cast<double>(bytes) / (1 << 30));
}

}  // namespace benchcell
