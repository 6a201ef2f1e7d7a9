// What counts as a quiet machine. A pure decision over one sample.

#ifndef BENCHCELL_RUNNERS_QUIET_QUIET_LIMITS_H_
#define BENCHCELL_RUNNERS_QUIET_QUIET_LIMITS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "benchcell/v1/machine.pb.h"

namespace benchcell {

// Beyond a limit means above it (below, for `speed_limit`); at the limit is quiet.
struct QuietLimits {
  // Busy time, as a share of all processors and in whole processors; the tighter of the two counts.
  // The share suits small machines: 5 % of two processors is 0.1, which a system at rest (timers,
  // logging, a monitoring agent) stays below and any working program passes. On a large machine it
  // would let several busy threads through, but one is enough to take cache, memory bandwidth and
  // turbo headroom from the measured one: half a processor is what remains below that.
  double busy_share = 0.05;
  double busy_processors = 0.5;
  // Steal is time in which something here wanted to run and could not, so on an idle machine each
  // bit of it stands for much more under load. One tick in a window of half a second on two
  // processors is 1 %: anything above isn't the counter's grain.
  double steal_share = 0.01;
  // Idle for want of a disk: pages of what was just unpacked are still being written, or something
  // reads a lot. Reads of the measured program would queue behind it.
  double waiting_processors = 0.2;
  // Threads ready to run at both ends of the window. One may be a kernel thread met by chance;
  // more are a queue.
  int runnable = 1;
  // Slowed down because of heat within the window.
  int64_t throttled = 0;
  // Percent of full speed (macOS).
  uint32_t speed_limit = 100;

  // How long one look is. Half a second is 50 ticks of each processor's counter, so that 5 % is
  // more than two of them, and costs little beside a block.
  absl::Duration window = absl::Milliseconds(500);
  // For how long a block may wait, windows included. Two minutes outlast what comes and goes by
  // itself (package index, log rotation, a compiler's last file); what doesn't end by then won't.
  absl::Duration longest_wait = absl::Minutes(2);
};

// What of the sample is beyond the limits, one sentence without full stop each; empty: quiet. The
// first one names the processes that used most, where the system tells.
std::vector<std::string> Disturbances(const v1::QuietSample& sample, const QuietLimits& limits);

inline bool IsQuiet(const v1::QuietSample& sample, const QuietLimits& limits) {
  return Disturbances(sample, limits).empty();
}

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_QUIET_QUIET_LIMITS_H_
