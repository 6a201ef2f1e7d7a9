#include "runners/exec/usage.h"

#include <sys/wait.h>

#include <algorithm>
#include <cstdint>

namespace benchcell {

v1::Exit ExitOf(const WardenReport& report) {
  v1::Exit exit;
  if (WIFSIGNALED(report.wait_status)) {
    exit.set_signal(WTERMSIG(report.wait_status));
  } else {
    exit.set_code(WEXITSTATUS(report.wait_status));
  }
  exit.set_timed_out(report.timed_out != 0);
  exit.set_limit(static_cast<v1::Exit::Limit>(report.limit));
  return exit;
}

v1::Usage UsageOf(const WardenReport& report, const std::optional<CgroupUsage>& cgroup,
                  const std::optional<CpuTimes>& before, const std::optional<CpuTimes>& after) {
  int64_t user_ns = report.user_ns;
  int64_t system_ns = report.system_ns;
  int64_t peak_bytes = report.peak_memory_bytes;
  v1::Usage usage;
  usage.set_accounting(v1::WAIT4);
  if (cgroup.has_value()) {
    user_ns = std::max<int64_t>(0, cgroup->user_ns - report.own_user_ns);
    system_ns = std::max<int64_t>(0, cgroup->system_ns - report.own_system_ns);
    peak_bytes = cgroup->peak_memory_bytes;
    usage.set_accounting(v1::CGROUP_V2);
  }
  usage.set_wall_ns(report.wall_ns);
  usage.set_user_cpu_ns(user_ns);
  usage.set_system_cpu_ns(system_ns);
  usage.set_peak_memory_bytes(peak_bytes);
  usage.set_voluntary_context_switches(report.voluntary_switches);
  usage.set_involuntary_context_switches(report.involuntary_switches);
  usage.set_foreign_cpu_ns(-1);
  if (before.has_value() && after.has_value()) {
    const int64_t busy_ns = absl::ToInt64Nanoseconds(after->Busy() - before->Busy());
    // The kernel's tick is coarser than the tree's own time, so the difference may be negative.
    usage.set_foreign_cpu_ns(std::max<int64_t>(0, busy_ns - user_ns - system_ns));
  }
  return usage;
}

}  // namespace benchcell
