// Adds up a counter of ticks that the system keeps in 32 bits: for a Mac with 12 processors it
// starts again at 0 after 41 days.

#ifndef BENCHCELL_RUNNERS_MACHINE_TICK_SUM_H_
#define BENCHCELL_RUNNERS_MACHINE_TICK_SUM_H_

#include <cstdint>

namespace benchcell {

// Not thread-safe.
class TickSum {
 public:
  // The sum never goes back, however often the counter starts again, as long as no round is missed
  // between two calls. The first is what `counter` says.
  uint64_t Add(uint32_t counter) {
    sum_ += static_cast<uint32_t>(counter - static_cast<uint32_t>(sum_));
    return sum_;
  }

 private:
  uint64_t sum_ = 0;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_MACHINE_TICK_SUM_H_
