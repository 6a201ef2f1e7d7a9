#include "runners/coordinator/coordinator.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/coordinator/judge.h"
#include "runners/design/digest.h"

namespace benchcell {
namespace {

// How often a schedule that another call overtook is made anew before the agent is asked to come
// back.
constexpr int kScheduleTries = 3;
// How many messages of trouble are kept for a run.
constexpr size_t kTroubleKept = 20;

std::vector<v1::BundleReference> MountedBundles(const v1::ExperimentRun& plan,
                                                const v1::Cell& cell) {
  std::set<std::string> mounted;
  for (const v1::BuildPlan& build : cell.build()) {
    for (const v1::Step& step : build.step()) {
      if (step.has_mount()) mounted.insert(step.mount().sha256());
    }
  }
  std::vector<v1::BundleReference> references;
  for (const v1::Bundle& bundle : plan.resolved().bundle()) {
    if (mounted.erase(bundle.sha256()) == 0) continue;
    v1::BundleReference& reference = references.emplace_back();
    reference.set_sha256(bundle.sha256());
    reference.set_size(bundle.size());
  }
  return references;
}

std::string NameOf(const BlockKey& key) {
  return absl::StrCat("cell ", key.cell, ", round ", key.round + 1);
}

}  // namespace

Coordinator::Coordinator(Parts parts, Options options)
    : parts_(std::move(parts)), options_(std::move(options)) {}

absl::StatusOr<v1::SubmitResponse> Coordinator::Submit(const v1::SubmitRequest& request) {
  for (const v1::Bundle& bundle : request.resolved().bundle()) {
    if (!parts_.blobs.Has(bundle.sha256())) {
      return absl::FailedPreconditionError(absl::StrCat(
          "bundle ", bundle.sha256(), " (", bundle.label(), ") is not stored; write it first"));
    }
  }
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
    RETURN_IF_ERROR(parts_.store.CreateRun(run));
    response.emplace().set_run_id(run.id());
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

absl::StatusOr<v1::Progress> Coordinator::GetProgress(const std::string& run_id) {
  ASSIGN_OR_RETURN(const std::vector<BlockRow> blocks, parts_.store.Blocks(run_id));
  v1::Progress progress;
  progress.set_blocks(static_cast<uint32_t>(blocks.size()));
  ASSIGN_OR_RETURN(const std::vector<v1::RunSummary> runs, parts_.store.ListRuns());
  for (const v1::RunSummary& run : runs) {
    if (run.id() == run_id) progress.set_state(run.state());
  }
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
  return progress;
}

absl::Status Coordinator::Cancel(const std::string& run_id) {
  const absl::Status status = parts_.store.SetRunState(run_id, v1::ACTIVE, v1::CANCELLED);
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
  ASSIGN_OR_RETURN(const v1::Machine machine, Enroll(state.machine()));
  AgentView agent = {machine.id(), std::nullopt};
  if (state.has_lease()) {
    agent.fencing_token = state.lease().fencing_token();
    const std::lock_guard<std::mutex> lock(mutex_);
    runs_done_[state.lease().fencing_token()] = state.lease().runs_done();
  }
  absl::Status status;
  for (int i = 0; i < kScheduleTries; ++i) {
    ASSIGN_OR_RETURN(const std::vector<BlockRow> blocks, parts_.store.ActiveBlocks());
    v1::DesiredState desired;
    *desired.mutable_synchronize_after() = ToProtoDuration(options_.idle);
    for (const BlockRow& block : blocks) {
      // Blocks of one run stand together.
      const int known = desired.active_run_id_size();
      if (known == 0 || desired.active_run_id(known - 1) != block.key.run_id) {
        desired.add_active_run_id(block.key.run_id);
      }
    }
    const Schedule schedule = Decide(blocks, agent, parts_.clock());
    status = Apply(schedule, blocks, machine, desired);
    if (status.ok()) {
      if (desired.has_lease() || !schedule.lost.empty()) NoteChange();
      return desired;
    }
    if (!absl::IsAborted(status)) return status;
  }
  return status;
}

absl::Status Coordinator::Apply(const Schedule& schedule, const std::vector<BlockRow>& blocks,
                                const v1::Machine& machine, v1::DesiredState& desired) {
  for (const size_t i : schedule.lost) {
    RETURN_IF_ERROR(TryAgain(blocks[i].key, blocks[i].fencing_token, blocks[i].block,
                             blocks[i].attempt, v1::LOST,
                             absl::StrCat("machine ", blocks[i].machine, " left its lease")));
  }
  if (schedule.renewed.has_value()) {
    const BlockRow& block = blocks[*schedule.renewed];
    RETURN_IF_ERROR(
        parts_.store.Renew(block.key, block.fencing_token, parts_.clock() + options_.lease));
    // The agent has the rest of the lease already.
    desired.mutable_lease()->set_run_id(block.key.run_id);
    desired.mutable_lease()->set_fencing_token(block.fencing_token);
  }
  if (schedule.leased.has_value()) return LeaseTo(blocks[*schedule.leased], machine, desired);
  return absl::OkStatus();
}

absl::Status Coordinator::LeaseTo(const BlockRow& block, const v1::Machine& machine,
                                  v1::DesiredState& desired) {
  ASSIGN_OR_RETURN(const std::shared_ptr<const v1::ExperimentRun> plan, PlanOf(block.key.run_id));
  const LeaseTerms terms = {machine.id(), machine.epoch(), parts_.clock() + options_.lease};
  ASSIGN_OR_RETURN(const uint64_t token, parts_.store.Lease(block.key, terms));
  v1::Lease& lease = *desired.mutable_lease();
  lease.set_run_id(block.key.run_id);
  lease.set_fencing_token(token);
  lease.set_attempt(block.attempt + 1);
  lease.set_epoch(machine.epoch());
  *lease.mutable_block() = block.block;
  *lease.mutable_cell() = plan->cell(static_cast<int>(block.key.cell));
  for (const v1::BundleReference& bundle : MountedBundles(*plan, lease.cell())) {
    *lease.add_bundle() = bundle;
  }
  return absl::OkStatus();
}

absl::Status Coordinator::TryAgain(const BlockKey& key, uint64_t fencing_token,
                                   const v1::Block& block, uint32_t attempt, v1::RunStatus status,
                                   const std::string& message) {
  uint32_t failures = 0;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    runs_done_.erase(fencing_token);
    failures = ++failures_[{key.run_id, key.cell, key.round}];
    std::vector<std::string>& trouble = trouble_[key.run_id];
    trouble.push_back(absl::StrCat(NameOf(key), ", attempt ", attempt, ": ", message));
    if (trouble.size() > kTroubleKept) trouble.erase(trouble.begin());
  }
  if (failures < kMaxFailures) return parts_.store.Requeue(key, fencing_token);
  std::vector<v1::RunRecord> records;
  for (const v1::PlannedRun& planned : block.run()) {
    v1::RunRecord& record = records.emplace_back();
    record.set_cell(key.cell);
    record.set_round(key.round);
    *record.mutable_planned() = planned;
    record.set_attempt(attempt);
    record.set_status(status);
    record.set_message(
        absl::StrCat("given up after ", failures, " failures; the last one: ", message));
  }
  return parts_.store.Finish(key, fencing_token, records);
}

absl::Status Coordinator::Deliver(const v1::DeliverRequest& request) {
  ASSIGN_OR_RETURN(const std::shared_ptr<const v1::ExperimentRun> plan, PlanOf(request.run_id()));
  const BlockKey key = {request.run_id(), request.cell(), request.round()};
  std::vector<v1::RunRecord> records(request.record().begin(), request.record().end());
  RETURN_IF_ERROR(Judge(*plan, records));

  absl::Status status;
  if (request.outcome() == v1::MEASURED) {
    status = parts_.store.Finish(key, request.fencing_token(), records);
  }
  if (request.outcome() != v1::MEASURED || absl::IsAborted(status)) {
    RETURN_IF_ERROR(parts_.store.KeepSuperseded(key, records));
    if (request.outcome() == v1::ABANDONED) {
      status = parts_.store.Requeue(key, request.fencing_token());
    } else if (request.outcome() == v1::NOT_MEASURED) {
      ASSIGN_OR_RETURN(const std::vector<BlockRow> blocks, parts_.store.Blocks(key.run_id));
      const auto row = std::find_if(blocks.begin(), blocks.end(), [&](const BlockRow& candidate) {
        return candidate.key == key;
      });
      if (row == blocks.end()) {
        return absl::NotFoundError(absl::StrCat(NameOf(key), " is not in run ", key.run_id));
      }
      status = TryAgain(key, request.fencing_token(), row->block, row->attempt,
                        v1::INFRASTRUCTURE_FAILURE, request.message());
    }
    // The lease was not in force any more: the records are kept, and the block is somebody else's
    // by now.
    if (absl::IsAborted(status)) status = absl::OkStatus();
  }
  NoteChange();
  return status;
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

absl::StatusOr<v1::Machine> Coordinator::Enroll(const v1::Machine& machine) {
  const std::string facts = machine.facts().SerializeAsString();
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto known = machines_.find(machine.id());
    if (known != machines_.end() && known->second.facts().SerializeAsString() == facts) {
      return known->second;
    }
  }
  ASSIGN_OR_RETURN(v1::Machine enrolled, parts_.store.EnrollMachine(machine));
  const std::lock_guard<std::mutex> lock(mutex_);
  machines_[machine.id()] = enrolled;
  return enrolled;
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
