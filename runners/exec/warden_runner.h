// The ProcessRunner: one warden (warden.cc) for each run.

#ifndef BENCHCELL_RUNNERS_EXEC_WARDEN_RUNNER_H_
#define BENCHCELL_RUNNERS_EXEC_WARDEN_RUNNER_H_

#include <string>

#include "runners/exec/process_runner.h"
#include "runners/exec/run_network.h"
#include "runners/machine/cpu_times.h"

namespace benchcell {

struct WardenRunnerOptions {
  // Absolute path of the program //runners/exec:warden.
  std::string warden;
  // For foreign CPU time; null where that isn't wanted. Must outlive the runner; used by every
  // thread that calls Run.
  CpuTimesReader* cpu_times = nullptr;
  // A cgroup v2 folder that hands cpu and memory on (and pids, to limit processes), under which
  // every run gets a cgroup. Empty or not usable: usage is that of wait4.
  std::string cgroup_root;
  // Refuse to run what did not ask for the machine's network, where it can't be kept from it. Else
  // it is run, and ProcessResult.isolation says so.
  bool require_own_network = false;
  // A warden that says nothing for this long after the timeout has failed; it and the run's
  // processes are killed. Longer than the kernel needs to end a large tree.
  absl::Duration grace = absl::Minutes(1);
};

class WardenRunner : public ProcessRunner {
 public:
  explicit WardenRunner(WardenRunnerOptions options);

  absl::StatusOr<ProcessResult> Run(const ProcessSpec& spec,
                                    const CancellationFlag& cancel) override;

 private:
  const WardenRunnerOptions options_;
  RunNetwork network_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_WARDEN_RUNNER_H_
