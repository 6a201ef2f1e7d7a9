// How long the machine's processors have been busy, to tell what else ran beside a measurement.

#ifndef BENCHCELL_RUNNERS_MACHINE_CPU_TIMES_H_
#define BENCHCELL_RUNNERS_MACHINE_CPU_TIMES_H_

#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace benchcell {

// CPU time since the machine started, summed over all processors. Resolution is the kernel's tick
// (10 ms on Linux). A field that the system doesn't count is zero.
struct CpuTimes {
  absl::Duration user;  // guests included
  absl::Duration nice;
  absl::Duration system;
  absl::Duration idle;
  absl::Duration iowait;
  absl::Duration irq;
  absl::Duration softirq;
  // Time that a hypervisor gave to others while this machine had work to do.
  absl::Duration steal;

  // All but idle and iowait. A processor that waits for a disk is free for others.
  absl::Duration Busy() const { return user + nice + system + irq + softirq + steal; }
};

class CpuTimesReader {
 public:
  virtual ~CpuTimesReader() = default;

  // Takes some ten microseconds, so read before and after a measured window, never inside.
  virtual absl::StatusOr<CpuTimes> Read() = 0;
};

// From the text of /proc/stat (man 5 proc). `ticks_per_second` is sysconf(_SC_CLK_TCK), above 0.
// Kernels before 2.6.11 have fewer columns; those are zero. DATA_LOSS if the first line is no sum.
absl::StatusOr<CpuTimes> ParseProcStat(std::string_view text, long ticks_per_second);

// Reads a file with the format of /proc/stat each time. NOT_FOUND if it can't be read.
std::unique_ptr<CpuTimesReader> NewProcStatReader(std::string path, long ticks_per_second);

// The reader of the operating system that this is built for.
std::unique_ptr<CpuTimesReader> NewCpuTimesReader();

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_MACHINE_CPU_TIMES_H_
