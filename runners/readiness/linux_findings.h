// What a Linux machine needs beside the facts of its class.

#ifndef BENCHCELL_RUNNERS_READINESS_LINUX_FINDINGS_H_
#define BENCHCELL_RUNNERS_READINESS_LINUX_FINDINGS_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "benchcell/v1/machine.pb.h"
#include "runners/readiness/finding.h"

namespace benchcell {

// Whether something outside keeps the clock right; absent where the kernel doesn't tell.
Finding ClockFinding(std::optional<bool> in_sync);

// Address space layout randomisation.
Finding AslrFinding(const v1::MachineFacts& facts);

// Whether the system calls of this process, and so those of what it measures, go through a filter:
// `Seccomp` of /proc/self/status (man 5 proc). `root` is put before /proc.
Finding SystemCallFilterFinding(const std::string& root);

// `own`: what FindOwnCgroup says.
Finding CgroupFinding(const absl::StatusOr<std::string>& own);

// `made`: OK if a network namespace could be made, as for a run; else why not.
Finding NetworkFinding(const absl::Status& made);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_READINESS_LINUX_FINDINGS_H_
