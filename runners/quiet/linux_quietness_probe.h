// The quietness of a Linux machine, from /proc and /sys.

#ifndef BENCHCELL_RUNNERS_QUIET_LINUX_QUIETNESS_PROBE_H_
#define BENCHCELL_RUNNERS_QUIET_LINUX_QUIETNESS_PROBE_H_

#include <string>

#include "runners/quiet/quietness_probe.h"

namespace benchcell {

class LinuxQuietnessProbe : public QuietnessProbe {
 public:
  // `root` is put before /proc and /sys; empty for the machine itself. `ticks_per_second` is
  // sysconf(_SC_CLK_TCK), above 0. The process `self` is left out of the list.
  LinuxQuietnessProbe(std::string root, long ticks_per_second, int self);

  absl::StatusOr<QuietReading> Read(bool first) override;

 private:
  absl::Status ReadTimes(QuietReading& reading) const;
  void ReadRest(QuietReading& reading) const;

  const std::string root_;
  const long ticks_per_second_;
  const int self_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_QUIET_LINUX_QUIETNESS_PROBE_H_
