// Keeps what happens over and over from filling a log: an agent whose certificate has expired asks
// again every few seconds, and a stranger as often as it likes.

#ifndef BENCHCELL_RUNNERS_TLS_REPEATS_H_
#define BENCHCELL_RUNNERS_TLS_REPEATS_H_

#include <optional>
#include <string>
#include <unordered_map>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

namespace benchcell {

// Thread-safe.
class Repeats {
 public:
  // An event is written at most once in `interval`. When more than `most` different ones were seen
  // in an interval, all further ones are taken for one: memory and log stay limited whatever comes.
  Repeats(absl::Duration interval, size_t most) : interval_(interval), most_(most) {}

  // Nothing if the event was written less than an interval ago; otherwise how many equal ones were
  // not written since.
  std::optional<int> Count(const std::string& event, absl::Time now);

 private:
  struct Seen {
    absl::Time written;
    int skipped = 0;
  };

  const absl::Duration interval_;
  const size_t most_;
  absl::Mutex mutex_;
  std::unordered_map<std::string, Seen> seen_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_TLS_REPEATS_H_
