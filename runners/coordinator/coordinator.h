// The coordinator: keeps experiments, gives their blocks to agents, has the plugins judge what
// comes back.
//
// All durable state is in the store and the blobs; what is kept here can be lost at any time. The
// decisions are in scheduler.h and planner.h, the transport is in the services. Thread-safe.

#ifndef BENCHCELL_RUNNERS_COORDINATOR_COORDINATOR_H_
#define BENCHCELL_RUNNERS_COORDINATOR_COORDINATOR_H_

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "benchcell/v1/lab.pb.h"
#include "benchcell/v1/result.pb.h"
#include "runners/base/clock.h"
#include "runners/base/random.h"
#include "runners/blobs/blob_store.h"
#include "runners/coordinator/board_keeper.h"
#include "runners/coordinator/machine_book.h"
#include "runners/coordinator/planner.h"
#include "runners/coordinator/progress_watch.h"
#include "runners/coordinator/scheduler.h"
#include "runners/plugins/plugin_registry.h"
#include "runners/store/store.h"

namespace benchcell {

// A block that could not be measured so often, or was lost so often, is given up: its runs are
// recorded as what they are. A machine that dies is rarely the block's fault, so more is forgiven.
inline constexpr uint32_t kMaxFailures = 3;
inline constexpr uint32_t kMaxLosses = 10;

class Coordinator {
 public:
  // What a coordinator is made of; all outlive it.
  struct Parts {
    Store& store;
    BlobStore& blobs;
    PluginRegistry& plugins;
    Clock clock;
    RandomSource random;
  };

  struct Options {
    // How long a lease holds without a word from its agent: that long a dead one goes unnoticed.
    absl::Duration lease = absl::Seconds(20);
    // How long an idle agent waits before it asks again.
    absl::Duration idle = absl::Milliseconds(200);
    // A machine that had no lease for so long does not come back to the cells that it began: they
    // are measured anew. Time in which this coordinator heard of no agent does not count.
    absl::Duration absence = absl::Minutes(10);
    // A run of which nothing was heard for so long raises an alarm.
    absl::Duration stall = absl::Minutes(15);
    // Goes into stored runs.
    std::string version;
  };

  Coordinator(Parts parts, Options options);

  // The calls of lab.proto, which says what they do.
  absl::StatusOr<v1::SubmitResponse> Submit(const v1::SubmitRequest& request);
  absl::StatusOr<v1::Progress> GetProgress(const std::string& run_id);
  // Those who watch the run are told `who` stopped it, if that is said.
  absl::Status Cancel(const std::string& run_id, const std::string& who = "");
  absl::StatusOr<v1::ExperimentRun> GetRun(const std::string& name);
  absl::StatusOr<v1::ListRunsResponse> ListRuns();
  // `agent` tells agents apart that say they are one machine.
  absl::StatusOr<v1::DesiredState> Synchronize(const v1::AgentState& state,
                                               const std::string& agent = "");
  absl::Status Deliver(const v1::DeliverRequest& request);
  absl::StatusOr<v1::LabStatus> GetStatus();
  absl::Status ReleaseMachine(const std::string& machine);

  // Does what no call asks for: takes leases back whose agents are silent, tells other coordinators
  // of the store about machines and hears about theirs. To be called every second or so, and before
  // the first agent's call. Returns alarms that were not raised before.
  absl::StatusOr<std::vector<std::string>> Tick();

  // What happened since the start.
  struct Counts {
    uint64_t leases = 0;
    uint64_t blocks_done = 0;
    uint64_t leases_lost = 0;
    uint64_t blocks_not_measured = 0;
  };
  Counts GetCounts();

  // Whether the last Tick, if there was one, had what it needs of the store.
  bool HasStore();

  BlobStore& blobs() { return parts_.blobs; }

  // Number of the newest change; any change of what GetProgress says makes it larger: those through
  // this coordinator at once, others' while someone waits, once the board may be read again.
  uint64_t ChangeNumber();
  // Returns once ChangeNumber() > seen, or after the timeout.
  void WaitForChange(uint64_t seen, absl::Duration timeout);

 private:
  // Goes on with an incomplete run of this digest, if there is one.
  absl::StatusOr<std::optional<v1::SubmitResponse>> Resume(const std::string& digest);
  absl::StatusOr<DiscoveredOutputs> OutputsOf(const std::string& discovery_run_id);
  // FAILED_PRECONDITION, naming the nearest, if no machine in the store is of the class. OK while
  // there is none at all: they may come.
  absl::Status CheckMachines(const v1::Experiment& experiment);

  // A run without its records. Plans never change, so they are kept after the first look.
  absl::StatusOr<std::shared_ptr<const v1::ExperimentRun>> PlanOf(const std::string& run_id);
  absl::StatusOr<std::vector<double>> SecondsOf(const std::string& run_id);

  // A Tick without its alarms.
  absl::Status KeepUp();

  // Whether a machine may measure blocks of a run.
  bool MayTake(const v1::Machine& machine, const std::string& run_id);

  absl::StatusOr<v1::DesiredState> Answer(const v1::AgentState& state, const std::string& speaker);
  // The leases of the board as the store has them where the board alone would take one back, or
  // does not know of the agent's: another coordinator may have given or renewed it.
  absl::StatusOr<LeaseReview> Review(const AgentView& agent);
  // Takes leases back, each one once however many calls find it lost at the same time.
  absl::Status TakeBack(const std::vector<BlockRow>& lost);
  // Begins cells anew that wait for a machine that will not come back to them.
  absl::Status RestartStranded(const AgentView& agent,
                               const std::function<bool(const std::string& run_id)>& may_take);
  // Leases the best block that can be leased, if any.
  absl::Status LeaseNext(const AgentView& agent, const v1::Machine& machine,
                         v1::DesiredState& desired);
  absl::Status FillLease(const BlockRow& block, v1::Lease& lease);

  // Back to pending, or done with `status` for every run after too many failures.
  absl::Status TryAgain(const BlockRow& block, v1::RunStatus status, const std::string& message);
  // For records that don't end their block: what becomes of it.
  absl::Status GiveBack(const BlockKey& key, const v1::DeliverRequest& request);
  // After a change of a block: the board follows the store, also where that had the last word
  // (ABORTED). Other errors are returned.
  absl::Status TakeOver(const BlockKey& key, const absl::Status& status);

  // Has the plugin judge the records that the agent has left to it.
  absl::Status Judge(const v1::ExperimentRun& plan, std::vector<v1::RunRecord>& records);

  v1::RunStatusLine LineOf(const std::string& run_id, const std::vector<BlockRow>& blocks);

  void NoteChange();
  // With mutex_ held.
  void AddTrouble(const std::string& run_id, const std::string& message);

  const Parts parts_;
  const Options options_;
  MachineBook machines_;
  BoardKeeper board_;

  // The standard one: the thread sanitizer does not see through Debian's build of absl::Mutex.
  std::mutex mutex_;
  // All below are under mutex_.
  std::condition_variable changed_;
  uint64_t change_ = 0;
  std::map<std::string, std::shared_ptr<const v1::ExperimentRun>> plans_;
  // Runs measured under each lease, as its agent last said.
  std::map<uint64_t, uint32_t> runs_done_;
  // Tokens of leases that some call takes back just now.
  std::set<uint64_t> taken_back_;
  // When an agent was last answered, and since when that happens without a gap as long as a lease.
  absl::Time last_answer_ = absl::InfinitePast();
  absl::Time answering_since_ = absl::InfinitePast();
  // How often a block could not be measured, or was lost, since this coordinator started.
  // Interruptions don't count: whoever interrupts a run wants to go on with it.
  std::map<std::tuple<std::string, uint32_t, uint32_t>, uint32_t> failures_;
  std::map<std::tuple<std::string, uint32_t, uint32_t>, uint32_t> losses_;
  // By run: why blocks could not be measured.
  std::map<std::string, std::vector<std::string>> trouble_;
  ProgressWatch progress_;
  Counts counts_;
  // The alarm that the store fails; empty if it doesn't.
  std::string store_trouble_;
  // Raised by the last Tick.
  std::set<std::string> alarms_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COORDINATOR_COORDINATOR_H_
