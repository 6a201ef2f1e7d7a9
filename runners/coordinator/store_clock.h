// The time by which the coordinators of one store agree. Ends of leases and times of sightings are
// in the store: a coordinator whose clock is a minute ahead would take every lease of the others
// back.

#ifndef BENCHCELL_RUNNERS_COORDINATOR_STORE_CLOCK_H_
#define BENCHCELL_RUNNERS_COORDINATOR_STORE_CLOCK_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "runners/base/clock.h"

namespace benchcell {

// Clocks that agree to this much are left as they are: leases are far longer.
inline constexpr absl::Duration kClockTolerance = absl::Seconds(1);

// This machine's clock, put right by the store's. Thread-safe, but for Adjust.
class StoreClock {
 public:
  // `ask` as Store::SharedTime.
  StoreClock(std::function<absl::StatusOr<std::optional<absl::Time>>()> ask, Clock own)
      : ask_(std::move(ask)), own_(std::move(own)) {}

  // Asks the store, whose answer may take as long as it likes. Returns a sentence for people if the
  // clocks differ in another way than before. To be called now and then, by one thread at a time.
  absl::StatusOr<std::optional<std::string>> Adjust();

  absl::Time Now() const { return own_() + absl::Nanoseconds(behind_ns_.load()); }

 private:
  const std::function<absl::StatusOr<std::optional<absl::Time>>()> ask_;
  const Clock own_;
  // How much this machine's clock is behind the store's.
  std::atomic<int64_t> behind_ns_ = 0;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COORDINATOR_STORE_CLOCK_H_
