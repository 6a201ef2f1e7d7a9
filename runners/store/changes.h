// The number of the newest change that a store knows of, and waiting for the next: what is behind
// Store::WaitForChange. Thread-safe.

#ifndef BENCHCELL_RUNNERS_STORE_CHANGES_H_
#define BENCHCELL_RUNNERS_STORE_CHANGES_H_

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "absl/time/time.h"

namespace benchcell {

// A timeout as one that can be added to a time without overflow: from nothing to a year.
std::chrono::nanoseconds ToPatience(absl::Duration timeout);

class Changes {
 public:
  // Something changed, or may have.
  void Note();

  // Returns once the number is above `seen`, or after the timeout (at once if it isn't above 0);
  // returns the number. It is 1 at first.
  uint64_t Await(uint64_t seen, absl::Duration timeout);

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  // Under mutex_.
  uint64_t newest_ = 1;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STORE_CHANGES_H_
