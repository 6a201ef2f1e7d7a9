#include "runners/report/message_json.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/util/json_util.h>
#include <google/protobuf/util/type_resolver_util.h>

#include <memory>

#include "absl/strings/str_cat.h"
#include "runners/base/text.h"

namespace benchcell {
namespace {

absl::Status CantBeWritten(const google::protobuf::Message& message, const std::string& why) {
  return absl::InternalError(
      absl::StrCat("a ", message.GetTypeName(), " can't be written as JSON: ", why));
}

}  // namespace

// MessageToJsonString would write maps in an order of chance, another one for each message object;
// what is written from bytes keeps their order, and bytes can be asked for with maps sorted by key.
// Numbers stay protobuf's own text this way.
absl::StatusOr<std::string> MessageToJson(const google::protobuf::Message& message) {
  std::string bytes;
  bool serialized = false;
  {
    google::protobuf::io::StringOutputStream stream(&bytes);
    google::protobuf::io::CodedOutputStream coded(&stream);
    coded.SetSerializationDeterministic(true);
    serialized = message.SerializeToCodedStream(&coded);
  }
  if (!serialized) return CantBeWritten(message, "it can't be serialized");
  const google::protobuf::Descriptor* type = message.GetDescriptor();
  // Any prefix does, as long as both sides have the same.
  const std::string prefix = "type";
  const std::unique_ptr<google::protobuf::util::TypeResolver> resolver(
      google::protobuf::util::NewTypeResolverForDescriptorPool(prefix, type->file()->pool()));
  std::string json;
  const auto status = google::protobuf::util::BinaryToJsonString(
      resolver.get(), absl::StrCat(prefix, "/", type->full_name()), bytes, &json);
  if (!status.ok()) return CantBeWritten(message, status.ToString());
  return json;
}

absl::Status MessageFromJson(const std::string& json, google::protobuf::Message& message) {
  const auto status = google::protobuf::util::JsonStringToMessage(json, &message);
  if (status.ok()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "no ", message.GetTypeName(),
      " in protobuf's JSON mapping: ", WithoutControls(ToValidUtf8(status.message().as_string()))));
}

}  // namespace benchcell
