// The coordinator's leases: who gets which block, and what becomes of blocks that come back without
// being measured.

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/coordinator/coordinator.h"
#include "runners/coordinator/plan_facts.h"
#include "runners/machine/membership.h"

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

}  // namespace

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
  RETURN_IF_ERROR(RestartStranded(agent, choice.may_take));
  choice.longest_first = machines_.CountSeen(parts_.clock() - options_.lease) > 1;
  choice.most = kCandidates;
  const std::vector<BlockKey> candidates = board_.Reserve(agent, choice);
  if (candidates.empty()) return absl::OkStatus();
  // Not before the board has it: the next one would be offered the same block.
  const absl::Cleanup release = [&] { board_.Release(candidates.front()); };
  const LeaseTerms terms = {machine.id(), machine.epoch(), parts_.clock() + options_.lease};
  const absl::StatusOr<std::optional<ClaimedBlock>> claimed = parts_.store.Claim(candidates, terms);
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

absl::StatusOr<LeaseReview> Coordinator::Review(const AgentView& agent) {
  LeaseReview review = board_.Review(agent);
  const bool is_unknown = agent.fencing_token.has_value() && !review.held.has_value();
  if (review.lost.empty() && !is_unknown) return review;
  RETURN_IF_ERROR(board_.Reread());
  return board_.Review(agent);
}

absl::Status Coordinator::TakeBack(const std::vector<BlockRow>& lost) {
  for (const BlockRow& row : lost) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!taken_back_.insert(row.fencing_token).second) continue;
    }
    absl::Status status;
    // Another call may have been faster.
    const std::optional<BlockRow> now = board_.Find(row.key);
    if (now.has_value() && now->state == BlockState::kLeased &&
        now->fencing_token == row.fencing_token) {
      status = TryAgain(row, v1::LOST, absl::StrCat("machine ", row.machine, " left its lease"));
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    taken_back_.erase(row.fencing_token);
    RETURN_IF_ERROR(status);
  }
  return absl::OkStatus();
}

absl::Status Coordinator::RestartStranded(
    const AgentView& agent, const std::function<bool(const std::string& run_id)>& may_take) {
  absl::Time since = parts_.clock() - options_.absence;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (answering_since_ > since) since = absl::InfinitePast();
  }
  std::set<std::string> changed;
  for (const StrandedCell& stranded : board_.StrandedFor(agent, may_take, since)) {
    const auto& [run_id, cell] = stranded.cell;
    changed.insert(run_id);
    const absl::Status restarted =
        parts_.store.RestartCell(run_id, cell, stranded.binding.machine, stranded.binding.epoch);
    // Another call was faster.
    if (absl::IsAborted(restarted)) continue;
    RETURN_IF_ERROR(restarted);
    const std::lock_guard<std::mutex> lock(mutex_);
    // What could not be measured there may well be here. Losses stay: what takes machines down is
    // given up in the end.
    failures_.erase(failures_.lower_bound({run_id, cell, 0}),
                    failures_.lower_bound({run_id, cell + 1, 0}));
    AddTrouble(run_id, absl::StrCat("cell ", cell, " is measured anew as a whole: ",
                                    stranded.binding.machine == agent.machine
                                        ? "the facts of its machine have changed"
                                        : absl::StrCat("its machine ", stranded.binding.machine,
                                                       " is away")));
  }
  for (const std::string& run_id : changed) RETURN_IF_ERROR(board_.Reload(run_id));
  if (!changed.empty()) NoteChange();
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
    AddTrouble(key.run_id, absl::StrCat(NameOf(key), ", attempt ", block.attempt, ": ", message));
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
  ASSIGN_OR_RETURN(
      const std::optional<std::string> quarantined,
      machines_.NoteFailed(request.machine(), {key.run_id, key.cell}, request.message()));
  if (quarantined.has_value()) {
    const std::lock_guard<std::mutex> lock(mutex_);
    AddTrouble(key.run_id,
               absl::StrCat("machine ", request.machine(), " is quarantined: ", *quarantined));
  }
  return TryAgain(*row, v1::INFRASTRUCTURE_FAILURE, request.message());
}

void Coordinator::AddTrouble(const std::string& run_id, const std::string& message) {
  std::vector<std::string>& trouble = trouble_[run_id];
  trouble.push_back(message);
  if (trouble.size() > kTroubleKept) trouble.erase(trouble.begin());
}

}  // namespace benchcell
