#include "runners/store/changes.h"

#include <algorithm>
#include <chrono>
#include <mutex>

namespace benchcell {

std::chrono::nanoseconds ToPatience(absl::Duration timeout) {
  return absl::ToChronoNanoseconds(
      std::clamp(timeout, absl::ZeroDuration(), absl::Hours(24 * 365)));
}

void Changes::Note() {
  const std::lock_guard lock(mutex_);
  ++newest_;
  changed_.notify_all();
}

uint64_t Changes::Await(uint64_t seen, absl::Duration timeout) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, ToPatience(timeout), [&] { return newest_ > seen; });
  return newest_;
}

}  // namespace benchcell
