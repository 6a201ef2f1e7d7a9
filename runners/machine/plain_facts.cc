#include "runners/machine/plain_facts.h"

#include "runners/base/text.h"

namespace benchcell {
namespace {

using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Message;

void MakePlain(Message& message) {
  const google::protobuf::Descriptor& type = *message.GetDescriptor();
  const google::protobuf::Reflection& values = *message.GetReflection();
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor* const field = type.field(i);
    if (field->is_repeated()) {
      if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
      for (int n = 0; n < values.FieldSize(message, field); ++n) {
        MakePlain(*values.MutableRepeatedMessage(&message, field, n));
      }
    } else if (field->cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
      values.SetString(&message, field,
                       WithoutControls(ToValidUtf8(values.GetString(message, field))));
    }
  }
}

}  // namespace

v1::MachineFacts PlainFacts(v1::MachineFacts facts) {
  MakePlain(facts);
  return facts;
}

}  // namespace benchcell
