// Messages of the result schema in protobuf's JSON mapping.

#ifndef BENCHCELL_RUNNERS_REPORT_MESSAGE_JSON_H_
#define BENCHCELL_RUNNERS_REPORT_MESSAGE_JSON_H_

#include <google/protobuf/message.h>

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace benchcell {

// On one line. The same message gives the same bytes; keys of maps are sorted. INTERNAL if protobuf
// can't write it.
absl::StatusOr<std::string> MessageToJson(const google::protobuf::Message& message);

// The reverse. INVALID_ARGUMENT for text that is no such message, has members that this version
// doesn't know, or is nested deeper than protobuf follows.
absl::Status MessageFromJson(const std::string& json, google::protobuf::Message& message);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_MESSAGE_JSON_H_
