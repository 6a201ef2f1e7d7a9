// Sees to the limits that the system doesn't hold by itself. Used by the warden only.
//
// It looks once a second and at the end, never in the first second: a look takes some microseconds
// (three system calls), every fifth may take a millisecond (a look at the process table, only where
// no cgroup holds what is counted there).

#ifndef BENCHCELL_RUNNERS_EXEC_LIMIT_WATCH_H_
#define BENCHCELL_RUNNERS_EXEC_LIMIT_WATCH_H_

#include <cstdint>

#include "runners/exec/process_limits.h"
#include "runners/exec/warden_order.h"
#include "runners/exec/warden_report.h"

namespace benchcell {

class LimitWatch {
 public:
  // The files of descriptors 1 and 2 are the output, the disk is that of the current directory;
  // both are looked at as they are now. `tree`: whether processes and memory are to be counted
  // here.
  LimitWatch(const ProcessLimits& limits, bool tree);

  // From here on, every look is due a second after the one before.
  void Start(int64_t now_ns) { next_ns_ = now_ns + kPeriodNs; }

  // When the next look is due, of CLOCK_MONOTONIC.
  int64_t next_ns() const { return next_ns_; }

  // A look, if one is due. The first limit that is passed.
  HitLimit Look(int64_t now_ns);

  // After everything has ended: whether the output is too long, and cuts it to the limit.
  HitLimit CutOutput() const;

 private:
  static constexpr int64_t kPeriodNs = 1'000'000'000;
  static constexpr int kTreePeriod = 5;

  bool OutputPassed() const;

  const ProcessLimits limits_;
  const bool tree_;
  // Bytes free on the disk, when this was made.
  const int64_t free_bytes_;
  int64_t next_ns_ = 0;
  int looks_ = 0;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_LIMIT_WATCH_H_
