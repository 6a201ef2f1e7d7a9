#include "runners/design/digest.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <google/protobuf/unknown_field_set.h>
#include <openssl/sha.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace benchcell {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

std::string Canonical(const Message& message);

std::string Number(uint64_t value) {
  std::string bytes;
  for (int shift = 0; shift < 64; shift += 8) bytes += static_cast<char>(value >> shift);
  return bytes;
}

std::string WithLength(const std::string& bytes) { return Number(bytes.size()) + bytes; }

// One value of a field; `index` is -1 where the field isn't repeated.
std::string Value(const Message& message, const FieldDescriptor* field, int index) {
  const Reflection* reflection = message.GetReflection();
  const auto get = [&](auto single, auto repeated) {
    return index < 0 ? (reflection->*single)(message, field)
                     : (reflection->*repeated)(message, field, index);
  };
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return Number(get(&Reflection::GetInt32, &Reflection::GetRepeatedInt32));
    case FieldDescriptor::CPPTYPE_INT64:
      return Number(get(&Reflection::GetInt64, &Reflection::GetRepeatedInt64));
    case FieldDescriptor::CPPTYPE_UINT32:
      return Number(get(&Reflection::GetUInt32, &Reflection::GetRepeatedUInt32));
    case FieldDescriptor::CPPTYPE_UINT64:
      return Number(get(&Reflection::GetUInt64, &Reflection::GetRepeatedUInt64));
    case FieldDescriptor::CPPTYPE_ENUM:
      return Number(get(&Reflection::GetEnumValue, &Reflection::GetRepeatedEnumValue));
    case FieldDescriptor::CPPTYPE_BOOL:
      return Number(get(&Reflection::GetBool, &Reflection::GetRepeatedBool));
    case FieldDescriptor::CPPTYPE_FLOAT:
      return Number(std::bit_cast<uint64_t>(
          static_cast<double>(get(&Reflection::GetFloat, &Reflection::GetRepeatedFloat))));
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return Number(
          std::bit_cast<uint64_t>(get(&Reflection::GetDouble, &Reflection::GetRepeatedDouble)));
    case FieldDescriptor::CPPTYPE_STRING:
      return WithLength(get(&Reflection::GetString, &Reflection::GetRepeatedString));
    case FieldDescriptor::CPPTYPE_MESSAGE:
      break;
  }
  const Message& nested = index < 0 ? reflection->GetMessage(message, field)
                                    : reflection->GetRepeatedMessage(message, field, index);
  return WithLength(Canonical(nested));
}

std::string Canonical(const Message& message) {
  const Reflection* reflection = message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection->ListFields(message, &fields);
  std::sort(fields.begin(), fields.end(),
            [](const auto* a, const auto* b) { return a->number() < b->number(); });
  std::string bytes;
  for (const FieldDescriptor* field : fields) {
    std::vector<std::string> values;
    if (!field->is_repeated()) {
      values.push_back(Value(message, field, -1));
    } else {
      for (int i = 0; i < reflection->FieldSize(message, field); ++i) {
        values.push_back(Value(message, field, i));
      }
      // Entries of a map come in any order; their bytes start alike, then the key.
      if (field->is_map()) std::sort(values.begin(), values.end());
    }
    bytes += Number(field->number()) + Number(values.size());
    for (const std::string& value : values) bytes += value;
  }
  const auto& unknown = reflection->GetUnknownFields(message);
  if (!unknown.empty()) {
    std::string rest;
    unknown.SerializeToString(&rest);
    bytes += Number(0) + WithLength(rest);
  }
  return bytes;
}

}  // namespace

std::string ExperimentDigest(const v1::ResolvedExperiment& resolved) {
  v1::ResolvedExperiment measured = resolved;
  measured.clear_source();
  measured.clear_override();
  measured.mutable_experiment()->clear_title();
  measured.mutable_experiment()->clear_published();
  const std::string bytes = Canonical(measured);
  unsigned char hash[SHA256_DIGEST_LENGTH];
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), hash);
  constexpr char kDigits[] = "0123456789abcdef";
  std::string digest;
  for (const unsigned char byte : hash) {
    digest += kDigits[byte >> 4];
    digest += kDigits[byte & 15];
  }
  return digest;
}

}  // namespace benchcell
