// Messages as the bytes that a database keeps.

#ifndef BENCHCELL_RUNNERS_STORE_PAYLOAD_H_
#define BENCHCELL_RUNNERS_STORE_PAYLOAD_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "google/protobuf/message.h"

namespace benchcell {

// The message's bytes. INVALID_ARGUMENT, naming `what`, if they could not be read again: text that
// isn't UTF-8.
absl::StatusOr<std::string> Encode(const google::protobuf::Message& message,
                                   const std::string& what);

// DATA_LOSS, naming `what`, if the bytes are no such message.
absl::Status Decode(std::string_view payload, google::protobuf::Message& message,
                    const std::string& what);

// INVALID_ARGUMENT, naming `what`, if the id isn't UTF-8 or has a zero byte.
absl::Status CheckId(std::string_view id, const std::string& what);

// Microseconds since 1970, rounded down; the infinite past and future keep their meaning.
int64_t ToMicros(absl::Time time);
absl::Time FromMicros(int64_t micros);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STORE_PAYLOAD_H_
