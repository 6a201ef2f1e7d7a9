// Says how far a run was kept apart from the machine.

#ifndef BENCHCELL_RUNNERS_EXEC_ISOLATION_H_
#define BENCHCELL_RUNNERS_EXEC_ISOLATION_H_

#include "absl/status/status.h"
#include "benchcell/v1/result.pb.h"
#include "runners/exec/process_runner.h"
#include "runners/exec/warden_report.h"

namespace benchcell {

// `network`: OK if the run got a network of its own, or asked for the machine's; else why it got
// the machine's nonetheless. `memory_held`: by a cgroup.
v1::Isolation IsolationOf(const ProcessSpec& spec, const WardenReport& report,
                          const absl::Status& network, bool memory_held);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_ISOLATION_H_
