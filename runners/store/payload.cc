#include "runners/store/payload.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "runners/base/text.h"

namespace benchcell {
namespace {

constexpr int64_t kPast = std::numeric_limits<int64_t>::min();
constexpr int64_t kFuture = std::numeric_limits<int64_t>::max();

}  // namespace

absl::StatusOr<std::string> Encode(const google::protobuf::Message& message,
                                   const std::string& what) {
  std::string payload;
  // protobuf writes text that isn't UTF-8 all the same, and refuses it only when it is read.
  const std::unique_ptr<google::protobuf::Message> again(message.New());
  if (!message.SerializeToString(&payload) || !again->ParseFromString(payload)) {
    return absl::InvalidArgumentError(
        absl::StrCat(what,
                     " can't be stored: it holds text that isn't UTF-8, or more than 2 GB. "
                     "Text from a program has to be made UTF-8 before it is put into a record."));
  }
  return payload;
}

absl::Status Decode(std::string_view payload, google::protobuf::Message& message,
                    const std::string& what) {
  if (payload.size() <= std::numeric_limits<int>::max() &&
      message.ParseFromArray(payload.data(), static_cast<int>(payload.size()))) {
    return absl::OkStatus();
  }
  return absl::DataLossError(absl::StrCat(what, ": the ", payload.size(), " bytes stored are no ",
                                          message.GetTypeName(),
                                          ". The database is damaged: bring back a copy."));
}

absl::Status CheckId(std::string_view id, const std::string& what) {
  if (id.find('\0') != std::string_view::npos) {
    return absl::InvalidArgumentError(absl::StrCat(what, " has a zero byte"));
  }
  if (ToValidUtf8(id) != id) return absl::InvalidArgumentError(absl::StrCat(what, " is not UTF-8"));
  return absl::OkStatus();
}

int64_t ToMicros(absl::Time time) {
  if (time == absl::InfinitePast()) return kPast;
  if (time == absl::InfiniteFuture()) return kFuture;
  return absl::ToUnixMicros(time);
}

absl::Time FromMicros(int64_t micros) {
  if (micros == kPast) return absl::InfinitePast();
  if (micros == kFuture) return absl::InfiniteFuture();
  return absl::FromUnixMicros(micros);
}

}  // namespace benchcell
