// Measures one block: brings the directory of each build into the state that the steps ask for,
// then measures the planned runs in their order.
//
// A build whose preparation fails gets a record of that failure for each of its runs; the other
// builds go on. Not thread-safe.

#ifndef BENCHCELL_RUNNERS_AGENT_BLOCK_RUNNER_H_
#define BENCHCELL_RUNNERS_AGENT_BLOCK_RUNNER_H_

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "benchcell/v1/cell.pb.h"
#include "benchcell/v1/lab.pb.h"
#include "benchcell/v1/result.pb.h"
#include "runners/agent/machine_programs.h"
#include "runners/agent/outbox.h"
#include "runners/agent/room.h"
#include "runners/agent/workdir.h"
#include "runners/exec/cancellation_flag.h"
#include "runners/exec/process_runner.h"

namespace benchcell {

// Unpacked bundles by digest.
using BundleFolders = std::map<std::string, std::filesystem::path>;

// What a lease is worked on with.
struct BlockTask {
  const v1::Lease& lease;
  // Goes into the records.
  std::string machine;
  // Marks every process of the block; see ProcessSpec.
  std::string scope;
  const BundleFolders& bundles;
  // Of the machine before the block; goes into the records if anything was looked at.
  const v1::Quietness& quietness;
  const CancellationFlag& cancel;
  // Counted up while runs are measured, for whoever watches.
  std::atomic<uint32_t>& runs_done;
  // Why none of its runs can be measured, here or anywhere; OK if they can.
  absl::Status spoilt = {};
};

class BlockRunner {
 public:
  // All outlive the runner.
  BlockRunner(const Workdir& workdir, ProcessRunner& processes, Outbox& outbox,
              RoomProbe room = RoomOnDisk)
      : workdir_(workdir), processes_(processes), outbox_(outbox), room_(std::move(room)) {}

  // OK: the outbox has a record for every planned run. CANCELLED: told to stop. RESOURCE_EXHAUSTED:
  // no room. Everything else: the machine could not do it. In all cases the outbox has the records
  // of what was measured, and no process of the block is left.
  absl::Status Run(const BlockTask& task);

 private:
  // Why no run of a build can be measured in this block.
  struct BuildFailure {
    v1::RunStatus status;
    std::string message;
  };
  // Outcome of something that is done for a build: nothing (it worked), a failure of the build, or
  // a status that ends the block.
  using Prepared = absl::StatusOr<std::optional<BuildFailure>>;

  // A step that asks for what can't be: the plugin's fault.
  static Prepared CantBeDone(const absl::Status& status);

  Prepared PrepareBuild(const BlockTask& task, uint32_t build);
  Prepared PerformSteps(const BlockTask& task, uint32_t build, v1::Step::When when);
  Prepared PerformFileStep(const BlockTask& task, uint32_t build, const v1::Step& step);
  Prepared PerformUntimed(const BlockTask& task, uint32_t build, const v1::Command& command);

  // One measured run, into `record`; raw outputs go into `folder`.
  absl::Status Measure(const BlockTask& task, const v1::PlannedRun& planned,
                       const std::filesystem::path& folder, v1::RunRecord& record);
  absl::Status MeasureCommand(const BlockTask& task, uint32_t build, const v1::Command& command,
                              const std::filesystem::path& folder, v1::RunRecord& record);

  const Workdir& workdir_;
  ProcessRunner& processes_;
  Outbox& outbox_;
  const RoomProbe room_;
  MachinePrograms programs_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_AGENT_BLOCK_RUNNER_H_
