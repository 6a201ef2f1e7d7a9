// The agent: what is installed on a lab machine. It asks its coordinator what to do, does it, and
// hands the records over. It knows no plugin.
//
// One block at a time. While a block is measured, the only other thing that happens is one
// Synchronize per heartbeat: bundles are fetched before, records are handed over after.

#ifndef BENCHCELL_RUNNERS_AGENT_AGENT_H_
#define BENCHCELL_RUNNERS_AGENT_AGENT_H_

#include <atomic>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "benchcell/v1/lab.pb.h"
#include "benchcell/v1/machine.pb.h"
#include "runners/agent/block_runner.h"
#include "runners/agent/bundle_fetcher.h"
#include "runners/agent/coordinator_client.h"
#include "runners/agent/outbox.h"
#include "runners/agent/room.h"
#include "runners/agent/workdir.h"
#include "runners/base/random.h"
#include "runners/exec/cancellation_flag.h"
#include "runners/exec/process_runner.h"
#include "runners/machine/machine_facts_reader.h"
#include "runners/quiet/quiet_limits.h"
#include "runners/quiet/quietness_probe.h"
#include "runners/tune/block_tuning.h"

namespace benchcell {

// Takes one line for the log.
using LogSink = std::function<void(const std::string&)>;

class Agent {
 public:
  // What an agent is made of; all outlive it.
  struct Parts {
    const Workdir& workdir;
    CoordinatorClient& coordinator;
    ProcessRunner& processes;
    BundleFetcher& bundles;
    MachineFactsReader& facts;
    RandomSource random;
    LogSink log;
    // Whether the machine is looked at before each block, and waited for; null: it isn't.
    QuietnessProbe* quietness = nullptr;
    QuietLimits quiet_limits = {};
    RoomProbe room = RoomOnDisk;
    // After so many blocks in a row that could not be measured the agent ends. Zero: it never does,
    // as in a lab, where the coordinator decides which machine gets no more.
    int most_failures = 0;
    // Sets the machine for each block; null: it is left as it is. `facts` are then those of a
    // machine that is set.
    BlockTuning* tuning = nullptr;
  };

  // `machine` without epoch; its facts are read anew before every block. `heartbeat`: how often the
  // coordinator hears of a block that is being measured.
  Agent(Parts parts, v1::Machine machine, absl::Duration heartbeat);

  // Works until `stop` is set; then ends the running measurement with its whole process tree, hands
  // over what is there and returns OK. RESOURCE_EXHAUSTED if the disk is full: the machine is of no
  // use until someone made room. FAILED_PRECONDITION after `most_failures` blocks in a row could
  // not be measured. Call once.
  absl::Status Run(const CancellationFlag& stop);

 private:
  // What a crashed predecessor left: its processes, and records that were not sealed.
  absl::Status RecoverLeftovers();

  // Reads the machine's facts anew; those that can't be read now stay as they were.
  void RefreshFacts();

  // Measures the block of a lease and seals its records.
  absl::Status WorkOn(const v1::Lease& lease, const CancellationFlag& stop);
  // OK if the machine's facts are those for which the block was given out. `when`: `before` it was
  // measured, or `while`.
  absl::Status CheckFacts(const std::string& when);
  // What the machine was doing, after waiting until it was quiet if need be.
  absl::StatusOr<v1::Quietness> LookAround(const CancellationFlag& cancel);
  absl::Status Measure(const v1::Lease& lease, const std::string& scope,
                       const CancellationFlag& cancel, std::atomic<uint32_t>& runs_done);

  // Hands over what is sealed. Keeps what the coordinator can't be told now.
  absl::Status EmptyOutbox();
  absl::Status HandOver(const Delivery& delivery);

  // Removes the directories of runs that are no longer active.
  void RemoveFinished(const v1::DesiredState& desired);

  // Synchronizes while a block is measured; cancels it when the coordinator no longer wants it, or
  // on `stop`. Returns when `done`.
  void Heartbeat(uint64_t fencing_token, const CancellationFlag& stop, CancellationFlag& done,
                 CancellationFlag& cancel, const std::atomic<uint32_t>& runs_done);

  Parts parts_;
  v1::Machine machine_;
  absl::Duration heartbeat_;
  Outbox outbox_;
  BlockRunner runner_;
  // Logs what keeps the agent from the coordinator: once, not with every try.
  void Complain(const std::string& what, const absl::Status& status);

  // Without its digits, which may be times; empty while the coordinator answers.
  std::string complaint_;
  // Folders of runs that could not be removed, which is tried again and again.
  std::set<std::filesystem::path> stuck_;
  // Blocks that could not be measured since the last one that could.
  int failures_ = 0;
};

// Reads the machine's id from the state directory, or makes one.
absl::StatusOr<std::string> MachineId(const Workdir& workdir, const RandomSource& random);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_AGENT_AGENT_H_
