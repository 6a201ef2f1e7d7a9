#include "runners/agent/agent.h"

#include <algorithm>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "google/protobuf/util/message_differencer.h"
#include "runners/agent/waiting.h"
#include "runners/base/clock.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/exec/scope.h"
#include "runners/machine/differences.h"
#include "runners/quiet/wait_for_quiet.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using google::protobuf::util::MessageDifferencer;

// Pause after the coordinator could not be reached.
constexpr absl::Duration kRetryAfter = absl::Seconds(1);

// Processes of one block bear one scope: commands run one after another, so killing the scope after
// each kills only what that command left.
constexpr int kScopeDigits = 16;

// Undoes what a tuning set, when the block is over.
class EndOfTuning {
 public:
  explicit EndOfTuning(BlockTuning* tuning) : tuning_(tuning) {}
  ~EndOfTuning() {
    if (tuning_ != nullptr) tuning_->End();
  }

 private:
  BlockTuning* const tuning_;
};

}  // namespace

absl::StatusOr<std::string> MachineId(const Workdir& workdir, const RandomSource& random) {
  absl::StatusOr<std::string> id = ReadFile(workdir.MachineId());
  if (absl::IsNotFound(id.status())) {
    RETURN_IF_ERROR(MakeFolder(workdir.state()));
    id = absl::StrCat("m-", RandomHex(random, 12));
    RETURN_IF_ERROR(WriteFileDurably(workdir.MachineId(), *id));
  }
  return id;
}

Agent::Agent(Parts parts, v1::Machine machine, absl::Duration heartbeat)
    : parts_(std::move(parts)),
      machine_(std::move(machine)),
      heartbeat_(heartbeat),
      outbox_(parts_.workdir.Outbox()),
      runner_(parts_.workdir, parts_.processes, outbox_, parts_.room) {}

absl::Status Agent::Run(const CancellationFlag& stop) {
  RETURN_IF_ERROR(RecoverLeftovers());
  while (true) {
    if (const absl::Status status = EmptyOutbox(); !status.ok()) {
      Complain("records are kept until they can be handed over", status);
      if (WaitFor(stop, kRetryAfter)) return absl::OkStatus();
      continue;
    }
    if (stop.IsCancelled()) return absl::OkStatus();
    // Asking for work that can't be done would use its attempts up.
    RETURN_IF_ERROR(CheckRoom(parts_.room, parts_.workdir.state()));
    RefreshFacts();
    v1::AgentState state;
    *state.mutable_machine() = machine_;
    const absl::StatusOr<v1::DesiredState> desired = parts_.coordinator.Synchronize(state);
    if (!desired.ok()) {
      Complain("can't synchronize", desired.status());
      if (WaitFor(stop, kRetryAfter)) return absl::OkStatus();
      continue;
    }
    if (!complaint_.empty()) parts_.log("the coordinator answers again");
    complaint_.clear();
    if (desired->has_lease()) {
      const int failures_before = failures_;
      RETURN_IF_ERROR(WorkOn(desired->lease(), stop));
      // What stood in the way may pass; trying again at once would only use the attempts up.
      if (failures_ > failures_before) WaitFor(stop, kRetryAfter);
      continue;
    }
    RemoveFinished(*desired);
    if (WaitFor(stop, ToDuration(desired->synchronize_after()))) return absl::OkStatus();
  }
}

void Agent::Complain(const std::string& what, const absl::Status& status) {
  const std::string line = absl::StrCat(what, ": ", std::string(status.message()));
  std::string complaint = line;
  std::erase_if(complaint, absl::ascii_isdigit);
  if (complaint == complaint_) return;
  complaint_ = std::move(complaint);
  parts_.log(line);
}

absl::Status Agent::RecoverLeftovers() {
  std::error_code error;
  std::vector<fs::path> scopes;
  for (const auto& entry : fs::directory_iterator(parts_.workdir.Scopes(), error)) {
    scopes.push_back(entry.path());
  }
  for (const fs::path& scope : scopes) {
    RETURN_IF_ERROR(KillScope(scope.filename().string()));
    RETURN_IF_ERROR(RemoveAll(scope));
  }
  RETURN_IF_ERROR(MakeFolder(parts_.workdir.Scopes()));
  return outbox_.SealLeftovers();
}

void Agent::RefreshFacts() {
  const absl::StatusOr<v1::MachineFacts> facts = parts_.facts.Read();
  if (facts.ok()) *machine_.mutable_facts() = *facts;
}

absl::Status Agent::WorkOn(const v1::Lease& lease, const CancellationFlag& stop) {
  const uint64_t token = lease.fencing_token();
  RETURN_IF_ERROR(outbox_.Begin(machine_.id(), lease));
  const std::string scope = RandomHex(parts_.random, kScopeDigits);
  const fs::path scope_file = parts_.workdir.Scopes() / scope;
  RETURN_IF_ERROR(WriteFile(scope_file, ""));

  std::atomic<uint32_t> runs_done = 0;
  CancellationFlag done;
  CancellationFlag cancel;
  std::thread heartbeat([&] { Heartbeat(token, stop, done, cancel, runs_done); });
  const absl::Status status = Measure(lease, scope, cancel, runs_done);
  done.Cancel();
  heartbeat.join();

  RETURN_IF_ERROR(RemoveAll(scope_file));
  const v1::BlockOutcome outcome = status.ok()                 ? v1::MEASURED
                                   : absl::IsCancelled(status) ? v1::ABANDONED
                                                               : v1::NOT_MEASURED;
  RETURN_IF_ERROR(outbox_.Seal(token, outcome, std::string(status.message())));
  if (absl::IsResourceExhausted(status)) return status;
  failures_ = outcome == v1::NOT_MEASURED ? failures_ + 1 : 0;
  if (parts_.most_failures == 0 || failures_ < parts_.most_failures) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      failures_, " blocks in a row could not be measured; the last one: ", status.message()));
}

absl::StatusOr<v1::Quietness> Agent::LookAround(const CancellationFlag& cancel) {
  if (parts_.quietness == nullptr) return v1::Quietness();
  const absl::StatusOr<v1::Quietness> quietness = WaitForQuiet(
      *parts_.quietness, [&](absl::Duration time) { return WaitFor(cancel, time); },
      parts_.quiet_limits);
  if (quietness.ok() || absl::IsCancelled(quietness.status())) {
    if (quietness.ok() && !quietness->quiet()) parts_.log(Describe(*quietness));
    return quietness;
  }
  // A machine that can't tell is measured on all the same; the records say nothing of it.
  parts_.log(
      absl::StrCat("can't tell whether the machine is quiet: ", quietness.status().message()));
  return v1::Quietness();
}

absl::Status Agent::Measure(const v1::Lease& lease, const std::string& scope,
                            const CancellationFlag& cancel, std::atomic<uint32_t>& runs_done) {
  // Held until the block is done.
  const absl::StatusOr<FetchedBundles> bundles = parts_.bundles.Fetch(lease, cancel);
  // What can't be unpacked is the same on every machine: it is no fault of this one.
  if (absl::IsInvalidArgument(bundles.status())) {
    return runner_.Run({lease, machine_.id(), scope, {}, {}, cancel, runs_done, bundles.status()});
  }
  RETURN_IF_ERROR(bundles.status());
  const EndOfTuning end(parts_.tuning);
  if (parts_.tuning != nullptr) {
    RETURN_IF_ERROR(parts_.tuning->Begin());
    RETURN_IF_ERROR(CheckFacts("before"));
  }
  ASSIGN_OR_RETURN(const v1::Quietness quietness, LookAround(cancel));
  RETURN_IF_ERROR(
      runner_.Run({lease, machine_.id(), scope, bundles->folders, quietness, cancel, runs_done}));
  return CheckFacts("while");
}

absl::Status Agent::CheckFacts(const std::string& when) {
  const absl::StatusOr<v1::MachineFacts> facts = parts_.facts.Read();
  if (!facts.ok() || MessageDifferencer::Equals(*facts, machine_.facts())) return absl::OkStatus();
  return absl::UnavailableError(
      absl::StrCat("the machine changed ", when,
                   " the block was measured: ", DescribeChange(machine_.facts(), *facts)));
}

absl::Status Agent::EmptyOutbox() {
  ASSIGN_OR_RETURN(const std::vector<Delivery> pending, outbox_.Pending());
  for (const Delivery& delivery : pending) {
    const absl::Status status = HandOver(delivery);
    // The coordinator will never take it: its store was lost or replaced. Nothing here can mend
    // that, and later records must not wait for it.
    if (absl::IsNotFound(status)) {
      const fs::path aside = parts_.workdir.Orphans();
      RETURN_IF_ERROR(outbox_.SetAside(delivery.request.fencing_token(), aside));
      parts_.log(absl::StrCat("the coordinator doesn't know run ", delivery.request.run_id(),
                              "; its records are kept in ", aside.string()));
      continue;
    }
    RETURN_IF_ERROR(status);
    RETURN_IF_ERROR(outbox_.Remove(delivery.request.fencing_token()));
  }
  return absl::OkStatus();
}

absl::Status Agent::HandOver(const Delivery& delivery) {
  std::set<std::string> digests;
  for (const auto& [sha256, file] : delivery.blobs) digests.insert(sha256);
  ASSIGN_OR_RETURN(const std::vector<std::string> missing,
                   parts_.coordinator.FindMissing({digests.begin(), digests.end()}));
  for (const std::string& sha256 : missing) {
    const auto blob =
        std::find_if(delivery.blobs.begin(), delivery.blobs.end(),
                     [&](const auto& candidate) { return candidate.first == sha256; });
    if (blob == delivery.blobs.end()) continue;
    RETURN_IF_ERROR(parts_.coordinator.Upload(sha256, blob->second));
  }
  return parts_.coordinator.Deliver(delivery.request);
}

void Agent::RemoveFinished(const v1::DesiredState& desired) {
  const std::set<std::string> active(desired.active_run_id().begin(),
                                     desired.active_run_id().end());
  std::vector<fs::path> finished;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(parts_.workdir.Runs(), error)) {
    if (!active.contains(entry.path().filename().string())) finished.push_back(entry.path());
  }
  for (const fs::path& folder : finished) {
    const absl::Status status = RemoveAll(folder);
    if (!status.ok() && stuck_.insert(folder).second) parts_.log(std::string(status.message()));
  }
}

void Agent::Heartbeat(uint64_t fencing_token, const CancellationFlag& stop, CancellationFlag& done,
                      CancellationFlag& cancel, const std::atomic<uint32_t>& runs_done) {
  v1::AgentState state;
  *state.mutable_machine() = machine_;
  state.mutable_lease()->set_fencing_token(fencing_token);
  while (!WaitForEither(done, stop, heartbeat_)) {
    state.mutable_lease()->set_runs_done(runs_done.load(std::memory_order_relaxed));
    const absl::StatusOr<v1::DesiredState> desired = parts_.coordinator.Synchronize(state);
    // Out of reach is no reason to stop: the lease may well be in force when the coordinator is
    // back.
    if (!desired.ok()) continue;
    if (!desired->has_lease() || desired->lease().fencing_token() != fencing_token) {
      cancel.Cancel();
      return;
    }
  }
  if (!done.IsCancelled()) cancel.Cancel();
}

}  // namespace benchcell
