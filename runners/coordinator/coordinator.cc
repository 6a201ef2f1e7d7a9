#include "runners/coordinator/coordinator.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/coordinator/judge.h"
#include "runners/coordinator/plan_facts.h"
#include "runners/design/digest.h"
#include "runners/machine/known_classes.h"
#include "runners/machine/membership.h"
#include "runners/machine/nearest_machine.h"

namespace benchcell {
namespace {

// How many blocks a machine is offered at a time: the others are for the case that several
// coordinators want the same one.
constexpr size_t kCandidates = 8;
// How many messages of trouble are kept for a run.
constexpr size_t kTroubleKept = 20;

std::string NameOf(const BlockKey& key) {
  return absl::StrCat("cell ", key.cell, ", round ", key.round + 1);
}

std::string NameOf(const v1::Machine& machine) {
  return machine.name().empty() ? machine.id() : machine.name();
}

}  // namespace

Coordinator::Coordinator(Parts parts, Options options)
    : parts_(std::move(parts)),
      options_(std::move(options)),
      machines_(parts_.store),
      board_(parts_.store, parts_.clock,
             [this](const std::string& run_id) { return SecondsOf(run_id); }) {}

absl::StatusOr<v1::SubmitResponse> Coordinator::Submit(const v1::SubmitRequest& request) {
  for (const v1::Bundle& bundle : request.resolved().bundle()) {
    if (!parts_.blobs.Has(bundle.sha256())) {
      return absl::FailedPreconditionError(absl::StrCat(
          "bundle ", bundle.sha256(), " (", bundle.label(), ") is not stored; write it first"));
    }
  }
  RETURN_IF_ERROR(CheckMachines(request.resolved().experiment()));
  // An earlier run has its plan already; its cells are not discovered a second time.
  ASSIGN_OR_RETURN(std::optional<v1::SubmitResponse> response,
                   Resume(ExperimentDigest(request.resolved())));
  if (response.has_value()) return *response;
  DiscoveredOutputs discovered;
  if (!request.discovery_run_id().empty()) {
    ASSIGN_OR_RETURN(discovered, OutputsOf(request.discovery_run_id()));
  }
  ASSIGN_OR_RETURN(PluginClient * plugin,
                   parts_.plugins.Get(request.resolved().experiment().plugin()));
  ASSIGN_OR_RETURN(v1::ExperimentRun run,
                   PlanRun(request, discovered, *plugin, parts_.clock(), parts_.random));
  run.set_benchcell_version(options_.version);
  if (run.discovery()) {
    ASSIGN_OR_RETURN(response, Resume(run.digest()));
  }
  if (!response.has_value()) {
    ASSIGN_OR_RETURN(const std::optional<v1::ExperimentRun> before, EarlierRun(parts_.store, run));
    SetExpectedSeconds(before, run);
    RETURN_IF_ERROR(parts_.store.CreateRun(run));
    response.emplace().set_run_id(run.id());
    RETURN_IF_ERROR(board_.Reload(run.id()));
    NoteChange();
  }
  response->set_discovering(run.discovery());
  return *response;
}

absl::StatusOr<std::optional<v1::SubmitResponse>> Coordinator::Resume(const std::string& digest) {
  ASSIGN_OR_RETURN(const std::optional<std::string> earlier, parts_.store.FindIncomplete(digest));
  if (!earlier.has_value()) return std::nullopt;
  // Only a cancelled one has to be set going again; an active one refuses, and that is fine.
  const absl::Status resumed = parts_.store.SetRunState(*earlier, v1::CANCELLED, v1::ACTIVE);
  if (!resumed.ok() && !absl::IsAborted(resumed)) return resumed;
  RETURN_IF_ERROR(board_.Reload(*earlier));
  NoteChange();
  v1::SubmitResponse response;
  response.set_run_id(*earlier);
  response.set_resumed(true);
  return response;
}

absl::StatusOr<DiscoveredOutputs> Coordinator::OutputsOf(const std::string& discovery_run_id) {
  ASSIGN_OR_RETURN(const v1::ExperimentRun run, parts_.store.LoadRun(discovery_run_id));
  if (!run.discovery() || run.state() != v1::COMPLETE) {
    return absl::FailedPreconditionError(
        absl::StrCat("run ", discovery_run_id, " is not a complete discovery"));
  }
  DiscoveredOutputs outputs;
  for (const v1::RunRecord& record : run.record()) {
    if (record.superseded()) continue;
    v1::Discovered& output = outputs.emplace_back();
    output.set_build(run.cell(0).build(static_cast<int>(record.planned().build())).build());
    *output.mutable_record() = record;
    ASSIGN_OR_RETURN(*output.mutable_raw_output(), RawOutputFiles(record, parts_.blobs));
  }
  return outputs;
}

absl::Status Coordinator::CheckMachines(const v1::Experiment& experiment) {
  if (experiment.machine_class().empty()) return absl::OkStatus();
  ASSIGN_OR_RETURN(const v1::MachineClass machine_class, FindClass(experiment.machine_class()));
  std::vector<NamedMachine> machines;
  for (const MachineBook::Entry& entry : machines_.Entries()) {
    machines.push_back({NameOf(entry.machine), entry.machine.facts()});
  }
  if (experiment.any_machine() || machines.empty()) return absl::OkStatus();
  return CheckAnyOfClass(machine_class, machines);
}

v1::RunStatusLine Coordinator::LineOf(const std::string& run_id,
                                      const std::vector<BlockRow>& blocks) {
  v1::RunStatusLine line;
  line.set_run_id(run_id);
  v1::Progress& progress = *line.mutable_progress();
  progress.set_blocks(static_cast<uint32_t>(blocks.size()));
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const BlockRow& row : blocks) {
    const auto planned = static_cast<uint32_t>(row.block.run_size());
    progress.set_runs(progress.runs() + planned);
    if (row.state == BlockState::kDone) {
      progress.set_blocks_done(progress.blocks_done() + 1);
      progress.set_runs_done(progress.runs_done() + planned);
    } else if (row.state == BlockState::kLeased) {
      v1::Activity& activity = *progress.add_activity();
      activity.set_machine(row.machine);
      activity.set_cell(row.key.cell);
      activity.set_round(row.key.round);
      if (const auto done = runs_done_.find(row.fencing_token); done != runs_done_.end()) {
        activity.set_runs_done(done->second);
        progress.set_runs_done(progress.runs_done() + done->second);
      }
    }
  }
  if (const auto trouble = trouble_.find(run_id); trouble != trouble_.end()) {
    for (const std::string& message : trouble->second) progress.add_trouble(message);
  }
  *line.mutable_last_progress() = ToTimestamp(progress_.LastProgress(run_id));
  return line;
}

absl::StatusOr<v1::Progress> Coordinator::GetProgress(const std::string& run_id) {
  RETURN_IF_ERROR(board_.Refresh());
  std::vector<BlockRow> blocks = board_.BlocksOf(run_id);
  v1::RunState state = v1::ACTIVE;
  if (blocks.empty()) {
    ASSIGN_OR_RETURN(blocks, parts_.store.Blocks(run_id));
    ASSIGN_OR_RETURN(const std::vector<v1::RunSummary> runs, parts_.store.ListRuns());
    for (const v1::RunSummary& run : runs) {
      if (run.id() == run_id) state = run.state();
    }
  }
  v1::Progress progress = LineOf(run_id, blocks).progress();
  progress.set_state(state);
  return progress;
}

absl::Status Coordinator::Cancel(const std::string& run_id) {
  const absl::Status status = parts_.store.SetRunState(run_id, v1::ACTIVE, v1::CANCELLED);
  if (status.ok()) board_.RemoveRun(run_id);
  NoteChange();
  // Cancelling what is not active changes nothing, which is what was asked for.
  return absl::IsAborted(status) ? absl::OkStatus() : status;
}

absl::StatusOr<v1::ExperimentRun> Coordinator::GetRun(const std::string& name) {
  ASSIGN_OR_RETURN(const std::vector<v1::RunSummary> runs, parts_.store.ListRuns());
  if (runs.empty()) return absl::NotFoundError("no run is stored yet");
  if (name == "latest") return parts_.store.LoadRun(runs.front().id());
  std::vector<std::string> matches;
  for (const v1::RunSummary& run : runs) {
    if (run.id() == name) return parts_.store.LoadRun(name);
    if (!name.empty() && absl::StartsWith(run.id(), name)) matches.push_back(run.id());
  }
  if (matches.size() == 1) return parts_.store.LoadRun(matches.front());
  if (matches.empty()) {
    return absl::NotFoundError(
        absl::StrCat("no stored run is called \"", name, "\"; `benchcell runs` lists them"));
  }
  return absl::InvalidArgumentError(absl::StrCat("\"", name, "\" is the beginning of ",
                                                 matches.size(), " runs, ", matches[0], " and ",
                                                 matches[1], " among them; write more of it"));
}

absl::StatusOr<v1::ListRunsResponse> Coordinator::ListRuns() {
  ASSIGN_OR_RETURN(const std::vector<v1::RunSummary> runs, parts_.store.ListRuns());
  v1::ListRunsResponse response;
  for (const v1::RunSummary& run : runs) *response.add_run() = run;
  return response;
}

absl::StatusOr<v1::DesiredState> Coordinator::Synchronize(const v1::AgentState& state) {
  if (state.machine().id().empty()) {
    return absl::InvalidArgumentError("the agent's state has no machine id");
  }
  ASSIGN_OR_RETURN(const v1::Machine machine, machines_.Enroll(state.machine(), parts_.clock()));
  RETURN_IF_ERROR(board_.Refresh());
  AgentView agent = {machine.id(), machine.epoch(), std::nullopt};
  if (state.has_lease()) {
    agent.fencing_token = state.lease().fencing_token();
    const std::lock_guard<std::mutex> lock(mutex_);
    runs_done_[state.lease().fencing_token()] = state.lease().runs_done();
  }
  const LeaseReview review = board_.Review(agent);
  RETURN_IF_ERROR(TakeBack(review.lost));
  v1::DesiredState desired;
  *desired.mutable_synchronize_after() = ToProtoDuration(options_.idle);
  if (review.held.has_value()) {
    BlockRow held = *review.held;
    held.lease_expires = parts_.clock() + options_.lease;
    const absl::Status renewed =
        parts_.store.Renew(held.key, held.fencing_token, held.lease_expires);
    if (renewed.ok()) {
      board_.Put(held);
      // The agent has the rest of the lease already.
      desired.mutable_lease()->set_run_id(held.key.run_id);
      desired.mutable_lease()->set_fencing_token(held.fencing_token);
    } else {
      RETURN_IF_ERROR(TakeOver(held.key, renewed));
    }
  } else {
    RETURN_IF_ERROR(LeaseNext(agent, machine, desired));
  }
  for (const std::string& run_id : board_.ActiveRuns()) desired.add_active_run_id(run_id);
  if (desired.has_lease() || !review.lost.empty()) NoteChange();
  return desired;
}

bool Coordinator::MayTake(const v1::Machine& machine, const std::string& run_id) {
  const auto plan = PlanOf(run_id);
  if (!plan.ok() || (*plan)->platform() != machine.facts().platform()) return false;
  if (!(*plan)->has_machine_class() || (*plan)->resolved().experiment().any_machine()) return true;
  return Unmet((*plan)->machine_class(), machine.facts()).empty();
}

absl::Status Coordinator::LeaseNext(const AgentView& agent, const v1::Machine& machine,
                                    v1::DesiredState& desired) {
  const std::optional<MachineBook::Entry> entry = machines_.Find(machine.id());
  if (entry.has_value() && !entry->quarantine.empty()) return absl::OkStatus();
  std::map<std::string, bool> may_take;
  Choice choice;
  choice.may_take = [&](const std::string& run_id) {
    const auto [known, is_new] = may_take.try_emplace(run_id, false);
    if (is_new) known->second = MayTake(machine, run_id);
    return known->second;
  };
  choice.longest_first = machines_.CountSeen(parts_.clock() - options_.lease) > 1;
  choice.most = kCandidates;
  const std::vector<BlockKey> candidates = board_.Reserve(agent, choice);
  if (candidates.empty()) return absl::OkStatus();
  const LeaseTerms terms = {machine.id(), machine.epoch(), parts_.clock() + options_.lease};
  const absl::StatusOr<std::optional<ClaimedBlock>> claimed = parts_.store.Claim(candidates, terms);
  board_.Release(candidates.front());
  RETURN_IF_ERROR(claimed.status());
  // The board was wrong about all of them.
  if (!claimed->has_value()) return board_.Reload(candidates.front().run_id);
  std::optional<BlockRow> row = board_.Find(candidates[(*claimed)->candidate]);
  // Cancelled in the meantime; the lease runs out by itself.
  if (!row.has_value()) return absl::OkStatus();
  row->state = BlockState::kLeased;
  row->attempt = (*claimed)->attempt;
  row->fencing_token = (*claimed)->fencing_token;
  row->machine = machine.id();
  row->epoch = machine.epoch();
  row->lease_expires = terms.expires;
  board_.Put(*row);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++counts_.leases;
  }
  return FillLease(*row, *desired.mutable_lease());
}

absl::Status Coordinator::FillLease(const BlockRow& block, v1::Lease& lease) {
  ASSIGN_OR_RETURN(const std::shared_ptr<const v1::ExperimentRun> plan, PlanOf(block.key.run_id));
  lease.set_run_id(block.key.run_id);
  lease.set_fencing_token(block.fencing_token);
  lease.set_attempt(block.attempt);
  lease.set_epoch(block.epoch);
  *lease.mutable_block() = block.block;
  *lease.mutable_cell() = plan->cell(static_cast<int>(block.key.cell));
  for (const v1::BundleReference& bundle : MountedBundles(*plan, lease.cell())) {
    *lease.add_bundle() = bundle;
  }
  return absl::OkStatus();
}

absl::Status Coordinator::TakeBack(const std::vector<BlockRow>& lost) {
  for (const BlockRow& row : lost) {
    RETURN_IF_ERROR(
        TryAgain(row, v1::LOST, absl::StrCat("machine ", row.machine, " left its lease")));
  }
  return absl::OkStatus();
}

absl::Status Coordinator::TryAgain(const BlockRow& block, v1::RunStatus status,
                                   const std::string& message) {
  const BlockKey& key = block.key;
  const bool is_loss = status == v1::LOST;
  uint32_t failures = 0;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    runs_done_.erase(block.fencing_token);
    ++(is_loss ? counts_.leases_lost : counts_.blocks_not_measured);
    failures = ++(is_loss ? losses_ : failures_)[{key.run_id, key.cell, key.round}];
    std::vector<std::string>& trouble = trouble_[key.run_id];
    trouble.push_back(absl::StrCat(NameOf(key), ", attempt ", block.attempt, ": ", message));
    if (trouble.size() > kTroubleKept) trouble.erase(trouble.begin());
  }
  if (failures < (is_loss ? kMaxLosses : kMaxFailures)) {
    return TakeOver(key, parts_.store.Requeue(key, block.fencing_token));
  }
  std::vector<v1::RunRecord> records;
  for (const v1::PlannedRun& planned : block.block.run()) {
    v1::RunRecord& record = records.emplace_back();
    record.set_cell(key.cell);
    record.set_round(key.round);
    *record.mutable_planned() = planned;
    record.set_attempt(block.attempt);
    record.set_status(status);
    record.set_message(
        absl::StrCat("given up after ", failures, " failures; the last one: ", message));
  }
  return TakeOver(key, parts_.store.Finish(key, block.fencing_token, records));
}

absl::Status Coordinator::TakeOver(const BlockKey& key, const absl::Status& status) {
  // What is no longer as this call believed is somebody else's by now.
  if (!status.ok() && !absl::IsAborted(status)) return status;
  return board_.Reload(key.run_id);
}

absl::Status Coordinator::Deliver(const v1::DeliverRequest& request) {
  ASSIGN_OR_RETURN(const std::shared_ptr<const v1::ExperimentRun> plan, PlanOf(request.run_id()));
  const BlockKey key = {request.run_id(), request.cell(), request.round()};
  std::vector<v1::RunRecord> records(request.record().begin(), request.record().end());
  RETURN_IF_ERROR(Judge(*plan, records));

  const std::optional<BlockRow> row = board_.Find(key);
  absl::Status status;
  if (request.outcome() == v1::MEASURED) {
    status = parts_.store.Finish(key, request.fencing_token(), records);
    if (status.ok()) {
      machines_.NoteMeasured(request.machine());
      const std::lock_guard<std::mutex> lock(mutex_);
      ++counts_.blocks_done;
      runs_done_.erase(request.fencing_token());
    }
    if (status.ok()) {
      if (row.has_value() && row->fencing_token == request.fencing_token()) {
        BlockRow done = *row;
        done.state = BlockState::kDone;
        board_.Put(done);
      } else {
        RETURN_IF_ERROR(board_.Reload(key.run_id));
      }
    }
  }
  if (request.outcome() != v1::MEASURED || absl::IsAborted(status)) {
    RETURN_IF_ERROR(parts_.store.KeepSuperseded(key, records));
    status = GiveBack(key, request);
  }
  NoteChange();
  return status;
}

absl::Status Coordinator::GiveBack(const BlockKey& key, const v1::DeliverRequest& request) {
  if (request.outcome() == v1::ABANDONED) {
    return TakeOver(key, parts_.store.Requeue(key, request.fencing_token()));
  }
  if (request.outcome() != v1::NOT_MEASURED) return board_.Reload(key.run_id);
  ASSIGN_OR_RETURN(const std::vector<BlockRow> blocks, parts_.store.Blocks(key.run_id));
  const auto row = std::find_if(blocks.begin(), blocks.end(),
                                [&](const BlockRow& candidate) { return candidate.key == key; });
  if (row == blocks.end()) {
    return absl::NotFoundError(absl::StrCat(NameOf(key), " is not in run ", key.run_id));
  }
  // The lease was not in force any more: the block is somebody else's by now.
  if (row->state != BlockState::kLeased || row->fencing_token != request.fencing_token()) {
    return board_.Reload(key.run_id);
  }
  const std::optional<std::string> quarantined =
      machines_.NoteFailed(request.machine(), {key.run_id, key.cell}, request.message());
  if (quarantined.has_value()) {
    const std::lock_guard<std::mutex> lock(mutex_);
    trouble_[key.run_id].push_back(
        absl::StrCat("machine ", request.machine(), " is quarantined: ", *quarantined));
  }
  return TryAgain(*row, v1::INFRASTRUCTURE_FAILURE, request.message());
}

absl::StatusOr<v1::LabStatus> Coordinator::GetStatus() {
  RETURN_IF_ERROR(board_.Refresh());
  v1::LabStatus status;
  status.set_benchcell_version(options_.version);
  const absl::Time now = parts_.clock();
  std::map<std::string, std::pair<std::string, v1::Activity>> activities;
  for (const std::string& run_id : board_.ActiveRuns()) {
    v1::RunStatusLine& line = *status.add_run();
    line = LineOf(run_id, board_.BlocksOf(run_id));
    line.mutable_progress()->set_state(v1::ACTIVE);
    for (const v1::Activity& activity : line.progress().activity()) {
      activities[activity.machine()] = {run_id, activity};
    }
  }
  for (const MachineBook::Entry& entry : machines_.Entries()) {
    v1::MachineStatus& machine = *status.add_machine();
    *machine.mutable_machine() = entry.machine;
    *machine.mutable_last_seen() = ToTimestamp(entry.last_seen);
    machine.set_away(entry.last_seen + options_.lease < now);
    machine.set_quarantine(entry.quarantine);
    for (const v1::MachineClass& machine_class : KnownClasses()) {
      if (Unmet(machine_class, entry.machine.facts()).empty()) {
        machine.add_machine_class(machine_class.name());
      }
    }
    if (const auto activity = activities.find(entry.machine.id()); activity != activities.end()) {
      machine.set_run_id(activity->second.first);
      *machine.mutable_activity() = activity->second.second;
    }
    if (!entry.quarantine.empty()) {
      status.add_alarm(
          absl::StrCat("machine ", NameOf(entry.machine), " is quarantined: ", entry.quarantine));
    }
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const std::string& run_id : progress_.Stalled(now, options_.stall)) {
    status.add_alarm(absl::StrCat("run ", run_id, " has not got on since ",
                                  absl::FormatTime(progress_.LastProgress(run_id))));
  }
  return status;
}

Coordinator::Counts Coordinator::GetCounts() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return counts_;
}

absl::Status Coordinator::ReleaseMachine(const std::string& machine) {
  return machines_.Release(machine);
}

absl::StatusOr<std::vector<std::string>> Coordinator::Tick() {
  RETURN_IF_ERROR(board_.Refresh());
  // No agent's view: only leases that ran out.
  const LeaseReview review = board_.Review({});
  RETURN_IF_ERROR(TakeBack(review.lost));
  if (!review.lost.empty()) NoteChange();
  std::map<std::string, ProgressWatch::Mark> marks;
  for (const std::string& run_id : board_.ActiveRuns()) {
    const std::vector<BlockRow> blocks = board_.BlocksOf(run_id);
    ProgressWatch::Mark& mark = marks[run_id];
    mark.runs_done = LineOf(run_id, blocks).progress().runs_done();
    for (const BlockRow& block : blocks) mark.attempts += block.attempt;
  }
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    progress_.Note(marks, parts_.clock());
  }
  ASSIGN_OR_RETURN(const v1::LabStatus status, GetStatus());
  std::set<std::string> now(status.alarm().begin(), status.alarm().end());
  std::vector<std::string> raised;
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const std::string& alarm : now) {
    if (!alarms_.contains(alarm)) raised.push_back(alarm);
  }
  alarms_ = std::move(now);
  return raised;
}

absl::Status Coordinator::Judge(const v1::ExperimentRun& plan,
                                std::vector<v1::RunRecord>& records) {
  const std::string& name = plan.resolved().experiment().plugin();
  ASSIGN_OR_RETURN(PluginClient * plugin, parts_.plugins.Get(name));
  for (v1::RunRecord& record : records) {
    RETURN_IF_ERROR(JudgeRecord(plan, *plugin, parts_.blobs, record));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::shared_ptr<const v1::ExperimentRun>> Coordinator::PlanOf(
    const std::string& run_id) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (const auto found = plans_.find(run_id); found != plans_.end()) return found->second;
  }
  ASSIGN_OR_RETURN(v1::ExperimentRun run, parts_.store.LoadRun(run_id));
  run.clear_record();
  auto plan = std::make_shared<const v1::ExperimentRun>(std::move(run));
  const std::lock_guard<std::mutex> lock(mutex_);
  return plans_.emplace(run_id, std::move(plan)).first->second;
}

absl::StatusOr<std::vector<double>> Coordinator::SecondsOf(const std::string& run_id) {
  ASSIGN_OR_RETURN(const std::shared_ptr<const v1::ExperimentRun> plan, PlanOf(run_id));
  std::vector<double> seconds;
  for (const v1::Cell& cell : plan->cell()) seconds.push_back(cell.expected_seconds());
  return seconds;
}

void Coordinator::NoteChange() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++change_;
  changed_.notify_all();
}

uint64_t Coordinator::ChangeNumber() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return change_;
}

void Coordinator::WaitForChange(uint64_t seen, absl::Duration timeout) {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait_for(lock, absl::ToChronoNanoseconds(timeout), [&] { return change_ > seen; });
}

}  // namespace benchcell
