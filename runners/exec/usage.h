// Makes the result's words of what a warden reported.

#ifndef BENCHCELL_RUNNERS_EXEC_USAGE_H_
#define BENCHCELL_RUNNERS_EXEC_USAGE_H_

#include <optional>

#include "benchcell/v1/result.pb.h"
#include "runners/exec/run_cgroup.h"
#include "runners/exec/warden_report.h"
#include "runners/machine/cpu_times.h"

namespace benchcell {

v1::Exit ExitOf(const WardenReport& report);

// `cgroup`: what the run's cgroup counted, if it was joined and could be read; then it is used in
// place of rusage for CPU and memory, without the warden's own share of CPU.
// `before`, `after`: around the measured window; without either, foreign_cpu_ns is -1.
v1::Usage UsageOf(const WardenReport& report, const std::optional<CgroupUsage>& cgroup,
                  const std::optional<CpuTimes>& before, const std::optional<CpuTimes>& after);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_USAGE_H_
