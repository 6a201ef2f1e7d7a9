// The time of day, passed in so that tests decide what time it is; and times as protobuf has them.

#ifndef BENCHCELL_RUNNERS_BASE_CLOCK_H_
#define BENCHCELL_RUNNERS_BASE_CLOCK_H_

#include <functional>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "google/protobuf/duration.pb.h"
#include "google/protobuf/timestamp.pb.h"

namespace benchcell {

// Gives the current time. Production code passes absl::Now.
using Clock = std::function<absl::Time()>;

inline google::protobuf::Timestamp ToTimestamp(absl::Time time) {
  const int64_t nanoseconds = absl::ToUnixNanos(time);
  google::protobuf::Timestamp timestamp;
  timestamp.set_seconds(nanoseconds / 1'000'000'000);
  timestamp.set_nanos(static_cast<int32_t>(nanoseconds % 1'000'000'000));
  return timestamp;
}

inline absl::Time ToTime(const google::protobuf::Timestamp& timestamp) {
  return absl::FromUnixSeconds(timestamp.seconds()) + absl::Nanoseconds(timestamp.nanos());
}

// Finite.
inline google::protobuf::Duration ToProtoDuration(absl::Duration duration) {
  google::protobuf::Duration proto;
  proto.set_seconds(absl::ToInt64Seconds(duration));
  proto.set_nanos(
      static_cast<int32_t>(absl::ToInt64Nanoseconds(duration - absl::Seconds(proto.seconds()))));
  return proto;
}

inline absl::Duration ToDuration(const google::protobuf::Duration& duration) {
  return absl::Seconds(duration.seconds()) + absl::Nanoseconds(duration.nanos());
}

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_BASE_CLOCK_H_
