#include "runners/exec/isolation.h"

#include <string>

#include "absl/strings/str_cat.h"

namespace benchcell {
namespace {

v1::Isolation::Network NetworkOf(const ProcessSpec& spec, const absl::Status& network) {
  if (spec.network) return v1::Isolation::MACHINE_AS_ASKED;
  return network.ok() ? v1::Isolation::LOOPBACK_ONLY : v1::Isolation::MACHINE_FOR_WANT_OF_ANOTHER;
}

}  // namespace

v1::Isolation IsolationOf(const ProcessSpec& spec, const WardenReport& report,
                          const absl::Status& network, bool memory_held) {
  v1::Isolation isolation;
  isolation.set_network(NetworkOf(spec, network));
  if (!network.ok()) {
    isolation.add_shortfall(
        absl::StrCat("network: the machine's; ", std::string(network.message())));
  }
  if (report.counts_processes != 0) {
    isolation.add_shortfall("processes: only counted now and then; no cgroup v2 with pids");
  }
  if (spec.limits.memory_bytes > 0 && !memory_held) {
    isolation.add_shortfall(
        report.holds_memory != 0
            ? "memory: held for each process, looked at now and then for all; no cgroup v2 with "
              "memory"
            : "memory: only looked at now and then; this system holds no process to a limit");
  }
  if (report.open_files < spec.limits.open_files) {
    isolation.add_shortfall(
        absl::StrCat("open files: the machine allows no more than ", report.open_files));
  }
  if (report.nice != 0) {
    isolation.add_shortfall(
        absl::StrCat("nice value: ", report.nice, ", with which the agent was started"));
  }
  if (report.background != 0) {
    isolation.add_shortfall(
        "background: the system keeps the agent and its programs on efficiency cores; start the "
        "agent without `taskpolicy -b`");
  }
  return isolation;
}

}  // namespace benchcell
