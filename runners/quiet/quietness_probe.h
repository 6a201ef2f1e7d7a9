// Reads the counters that tell whether anything else runs on the machine.

#ifndef BENCHCELL_RUNNERS_QUIET_QUIETNESS_PROBE_H_
#define BENCHCELL_RUNNERS_QUIET_QUIETNESS_PROBE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "benchcell/v1/machine.pb.h"
#include "runners/machine/cpu_times.h"

namespace benchcell {

struct ProcessTime {
  std::string name;
  // CPU time since its start, user and system.
  absl::Duration cpu;
};

// Counters at one moment. What the system doesn't tell has the value that is said here.
struct QuietReading {
  CpuTimes times;
  // Processors that `times` sums over, at least 1.
  int processors = 1;
  // Other threads that run or are ready to; -1.
  int runnable = -1;
  // One minute's; -1.
  double load_average = -1;
  // Slow-downs because of heat since the start; -1.
  int64_t throttled = -1;
  // Percent; 0.
  uint32_t speed_limit = 0;
  // Of a warning in force; 0.
  uint32_t heat_level = 0;
  // By process number, without this process; empty.
  std::map<int, ProcessTime> processes;
};

class QuietnessProbe {
 public:
  virtual ~QuietnessProbe() = default;

  // `first`: this reading begins a window. Counters of CPU time are read next to the window, all
  // that takes longer outside of it, so that the reading doesn't see itself.
  //
  // Takes some milliseconds, in proportion to the number of processes. UNAVAILABLE, NOT_FOUND or
  // DATA_LOSS if the CPU times can't be read.
  virtual absl::StatusOr<QuietReading> Read(bool first) = 0;
};

// What happened from one reading to the next. Counters that went backwards count as unchanged. The
// length of the window is taken from the CPU times themselves, so no clock has to be trusted.
v1::QuietSample Between(const QuietReading& before, const QuietReading& after);

// The probe of the operating system that this is built for.
std::unique_ptr<QuietnessProbe> NewQuietnessProbe();

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_QUIET_QUIETNESS_PROBE_H_
