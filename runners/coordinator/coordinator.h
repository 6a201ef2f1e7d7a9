// The coordinator: keeps experiments, gives their blocks to agents, has the plugins judge what
// comes back.
//
// All durable state is in the store and the blobs; what is kept here can be lost at any time. The
// decisions are in scheduler.h and planner.h, the transport is in the services. Thread-safe.

#ifndef BENCHCELL_RUNNERS_COORDINATOR_COORDINATOR_H_
#define BENCHCELL_RUNNERS_COORDINATOR_COORDINATOR_H_

#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
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
#include "runners/coordinator/planner.h"
#include "runners/coordinator/scheduler.h"
#include "runners/plugins/plugin_registry.h"
#include "runners/store/store.h"

namespace benchcell {

// A block that was lost or could not be measured this often is given up: its runs are recorded as
// what they are.
inline constexpr uint32_t kMaxFailures = 3;

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
    // How long a lease holds without a word from its agent.
    absl::Duration lease = absl::Seconds(60);
    // How long an idle agent waits before it asks again.
    absl::Duration idle = absl::Milliseconds(200);
    // Goes into stored runs.
    std::string version;
  };

  Coordinator(Parts parts, Options options);

  // The calls of lab.proto, which says what they do.
  absl::StatusOr<v1::SubmitResponse> Submit(const v1::SubmitRequest& request);
  absl::StatusOr<v1::Progress> GetProgress(const std::string& run_id);
  absl::Status Cancel(const std::string& run_id);
  absl::StatusOr<v1::ExperimentRun> GetRun(const std::string& name);
  absl::StatusOr<v1::ListRunsResponse> ListRuns();
  absl::StatusOr<v1::DesiredState> Synchronize(const v1::AgentState& state);
  absl::Status Deliver(const v1::DeliverRequest& request);

  BlobStore& blobs() { return parts_.blobs; }

  // Number of the newest change; any change of what GetProgress says makes it larger.
  uint64_t ChangeNumber();
  // Returns once ChangeNumber() > seen, or after the timeout.
  void WaitForChange(uint64_t seen, absl::Duration timeout);

 private:
  // Goes on with an incomplete run of this digest, if there is one.
  absl::StatusOr<std::optional<v1::SubmitResponse>> Resume(const std::string& digest);
  absl::StatusOr<DiscoveredOutputs> OutputsOf(const std::string& discovery_run_id);

  // A run without its records. Plans never change, so they are kept after the first look.
  absl::StatusOr<std::shared_ptr<const v1::ExperimentRun>> PlanOf(const std::string& run_id);
  absl::StatusOr<v1::Machine> Enroll(const v1::Machine& machine);

  // Acts on a schedule. ABORTED if another call was faster.
  absl::Status Apply(const Schedule& schedule, const std::vector<BlockRow>& blocks,
                     const v1::Machine& machine, v1::DesiredState& desired);
  absl::Status LeaseTo(const BlockRow& block, const v1::Machine& machine,
                       v1::DesiredState& desired);

  // Back to pending, or done with `status` for every run after too many failures.
  absl::Status TryAgain(const BlockKey& key, uint64_t fencing_token, const v1::Block& block,
                        uint32_t attempt, v1::RunStatus status, const std::string& message);

  // Has the plugin judge the records that the agent has left to it.
  absl::Status Judge(const v1::ExperimentRun& plan, std::vector<v1::RunRecord>& records);

  void NoteChange();

  const Parts parts_;
  const Options options_;

  // The standard one: the thread sanitizer does not see through Debian's build of absl::Mutex.
  std::mutex mutex_;
  // All below are under mutex_.
  std::condition_variable changed_;
  uint64_t change_ = 0;
  std::map<std::string, std::shared_ptr<const v1::ExperimentRun>> plans_;
  std::map<std::string, v1::Machine> machines_;
  // Runs measured under each lease, as its agent last said.
  std::map<uint64_t, uint32_t> runs_done_;
  // How often a block was lost or could not be measured since this coordinator started.
  // Interruptions don't count: whoever interrupts a run wants to go on with it.
  std::map<std::tuple<std::string, uint32_t, uint32_t>, uint32_t> failures_;
  // By run: why blocks could not be measured.
  std::map<std::string, std::vector<std::string>> trouble_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COORDINATOR_COORDINATOR_H_
