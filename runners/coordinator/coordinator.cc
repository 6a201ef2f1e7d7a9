#include "runners/coordinator/coordinator.h"

#include <algorithm>
#include <chrono>
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

// How often whoever waits for a change looks for those that others made in the store.
constexpr auto kLookEvery = std::chrono::milliseconds(100);
// The more idle agents there are, the less often each of them asks: a thousand times a second in
// all.
constexpr absl::Duration kIdlePerAgent = absl::Milliseconds(1);

std::string NameOf(const v1::Machine& machine) {
  return machine.name().empty() ? machine.id() : machine.name();
}

}  // namespace

Coordinator::Coordinator(Parts parts, Options options)
    : parts_(std::move(parts)),
      options_(std::move(options)),
      machines_(parts_.store, options_.lease),
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
  ASSIGN_OR_RETURN(const std::vector<MachineStanding> enrolled, parts_.store.ListMachines());
  for (const MachineStanding& standing : enrolled) {
    // The store may not have heard of its name yet.
    const std::optional<MachineBook::Entry> known = machines_.Find(standing.machine.id());
    machines.push_back(
        {NameOf(known.has_value() ? known->machine : standing.machine), standing.machine.facts()});
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

absl::Status Coordinator::Cancel(const std::string& run_id, const std::string& who) {
  const absl::Status status = parts_.store.SetRunState(run_id, v1::ACTIVE, v1::CANCELLED);
  if (status.ok() && !who.empty()) {
    const std::lock_guard<std::mutex> lock(mutex_);
    AddTrouble(run_id, absl::StrCat("stopped by ", who));
  }
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

absl::StatusOr<v1::DesiredState> Coordinator::Synchronize(const v1::AgentState& state,
                                                          const std::string& agent) {
  if (state.machine().id().empty()) {
    return absl::InvalidArgumentError("the agent's state has no machine id");
  }
  const absl::Time now = parts_.clock();
  {
    // Whoever could not be heard in a gap may only be late.
    const std::lock_guard<std::mutex> lock(mutex_);
    if (last_answer_ + options_.lease < now) answering_since_ = now;
  }
  absl::StatusOr<v1::DesiredState> desired = Answer(state, agent);
  if (desired.ok()) {
    const std::lock_guard<std::mutex> lock(mutex_);
    last_answer_ = std::max(last_answer_, now);
  }
  return desired;
}

absl::StatusOr<v1::DesiredState> Coordinator::Answer(const v1::AgentState& state,
                                                     const std::string& speaker) {
  ASSIGN_OR_RETURN(const v1::Machine machine,
                   machines_.Enroll(state.machine(), speaker, parts_.clock()));
  RETURN_IF_ERROR(board_.Refresh());
  AgentView agent = {machine.id(), machine.epoch(), std::nullopt};
  if (state.has_lease()) {
    agent.fencing_token = state.lease().fencing_token();
    const std::lock_guard<std::mutex> lock(mutex_);
    runs_done_[state.lease().fencing_token()] = state.lease().runs_done();
  }
  ASSIGN_OR_RETURN(const LeaseReview review, Review(agent));
  RETURN_IF_ERROR(TakeBack(review.lost));
  v1::DesiredState desired;
  *desired.mutable_synchronize_after() = ToProtoDuration(std::max(
      options_.idle, kIdlePerAgent * machines_.CountSeen(parts_.clock() - options_.lease)));
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
  } else if (!agent.fencing_token.has_value()) {
    // Whoever works on something else comes back when it has stopped that.
    RETURN_IF_ERROR(LeaseNext(agent, machine, desired));
  }
  for (const std::string& run_id : board_.ActiveRuns()) desired.add_active_run_id(run_id);
  if (desired.has_lease() || !review.lost.empty()) NoteChange();
  return desired;
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
  for (const std::string& sentence : machines_.Doubles(now)) status.add_alarm(sentence);
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!store_trouble_.empty()) status.add_alarm(store_trouble_);
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

bool Coordinator::HasStore() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return store_trouble_.empty();
}

absl::Status Coordinator::ReleaseMachine(const std::string& machine) {
  return machines_.Release(machine);
}

absl::Status Coordinator::KeepUp() {
  RETURN_IF_ERROR(machines_.Exchange(parts_.clock()));
  RETURN_IF_ERROR(board_.Refresh());
  // No agent's view: only leases that ran out.
  ASSIGN_OR_RETURN(const LeaseReview review, Review({}));
  RETURN_IF_ERROR(TakeBack(review.lost));
  if (!review.lost.empty()) NoteChange();
  std::map<std::string, ProgressWatch::Mark> marks;
  for (const std::string& run_id : board_.ActiveRuns()) {
    const std::vector<BlockRow> blocks = board_.BlocksOf(run_id);
    ProgressWatch::Mark& mark = marks[run_id];
    mark.runs_done = LineOf(run_id, blocks).progress().runs_done();
    for (const BlockRow& block : blocks) mark.attempts += block.attempt;
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  progress_.Note(marks, parts_.clock());
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::string>> Coordinator::Tick() {
  const absl::Time begin = parts_.clock();
  const absl::Status kept = KeepUp();
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (kept.ok()) {
      store_trouble_.clear();
    } else if (store_trouble_.empty()) {
      store_trouble_ = absl::StrCat("the store fails since ", absl::FormatTime(begin),
                                    ", and nothing here is newer: ", std::string(kept.message()));
    }
  }
  RETURN_IF_ERROR(kept);
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
  const auto end = std::chrono::steady_clock::now() + absl::ToChronoNanoseconds(timeout);
  std::unique_lock<std::mutex> lock(mutex_);
  while (change_ <= seen) {
    const auto next = std::min(end, std::chrono::steady_clock::now() + kLookEvery);
    if (changed_.wait_until(lock, next, [&] { return change_ > seen; }) || next == end) return;
    lock.unlock();
    // Others change the store too.
    if (board_.IsRefreshDue()) NoteChange();
    lock.lock();
  }
}

}  // namespace benchcell
