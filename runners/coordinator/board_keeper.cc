#include "runners/coordinator/board_keeper.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "runners/base/status_macros.h"

namespace benchcell {
namespace {

// Reading may take a tenth of the time.
constexpr int kPausePerRead = 9;

std::tuple<std::string, uint32_t, uint32_t> TupleOf(const BlockKey& key) {
  return {key.run_id, key.cell, key.round};
}

// Steps of a block under one fencing token, in the order in which they can follow each other.
int StepOf(const BlockRow& row) {
  switch (row.state) {
    case BlockState::kLeased:
      return 0;
    case BlockState::kDone:
      return 1;
    case BlockState::kPending:
      return 2;
  }
  return 0;
}

// Of two states of a block.
bool IsNewer(const BlockRow& row, const BlockRow& than) {
  return std::make_tuple(row.fencing_token, StepOf(row), row.lease_expires) >
         std::make_tuple(than.fencing_token, StepOf(than), than.lease_expires);
}

}  // namespace

// One read of the store, from before it begins until what was read is on the board.
class BoardKeeper::Reading {
 public:
  explicit Reading(BoardKeeper& keeper) : keeper_(keeper) {
    const std::lock_guard<std::mutex> lock(keeper_.mutex_);
    ++keeper_.readings_;
    begin_ = keeper_.meanwhile_.size();
  }
  ~Reading() {
    const std::lock_guard<std::mutex> lock(keeper_.mutex_);
    if (--keeper_.readings_ == 0) keeper_.meanwhile_.clear();
  }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;

  // With the keeper's mutex held, once what was read is on the board.
  void PutWhatChanged() {
    for (size_t i = begin_; i < keeper_.meanwhile_.size(); ++i) {
      keeper_.PutIfNewer(keeper_.meanwhile_[i]);
    }
  }
  // The same, for reads that began earlier and end later.
  void TellOthers(const std::vector<BlockRow>& rows) {
    if (keeper_.readings_ == 1) return;
    keeper_.meanwhile_.insert(keeper_.meanwhile_.end(), rows.begin(), rows.end());
  }

 private:
  BoardKeeper& keeper_;
  size_t begin_ = 0;
};

BoardKeeper::BoardKeeper(Store& store, Clock clock, Seconds seconds)
    : store_(store), clock_(std::move(clock)), seconds_(std::move(seconds)) {}

bool BoardKeeper::IsDue(uint64_t newest) const {
  return !is_reading_ && newest != seen_ && clock_() >= next_read_;
}

bool BoardKeeper::IsRefreshDue() {
  const uint64_t newest = store_.WaitForChange(0, absl::ZeroDuration());
  const std::lock_guard<std::mutex> lock(mutex_);
  return IsDue(newest);
}

absl::Status BoardKeeper::Refresh() {
  const uint64_t newest = store_.WaitForChange(0, absl::ZeroDuration());
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!IsDue(newest)) return absl::OkStatus();
    is_reading_ = true;
    // Before reading: what changes meanwhile is read next time.
    seen_ = newest;
  }
  const absl::Time begin = clock_();
  const absl::Status status = ReadAll();
  const absl::Time end = clock_();
  const std::lock_guard<std::mutex> lock(mutex_);
  is_reading_ = false;
  if (!status.ok()) seen_ = 0;
  next_read_ = end + std::max(kRefresh, (end - begin) * kPausePerRead);
  return status;
}

absl::Status BoardKeeper::Reread() {
  uint64_t before = 0;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    before = rereads_;
  }
  const std::lock_guard<std::mutex> reading(reread_mutex_);
  uint64_t number = 0;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    // Another thread has begun to read since this call began, and that is as good.
    if (last_reread_ > before) return absl::OkStatus();
    number = ++rereads_;
  }
  RETURN_IF_ERROR(ReadAll());
  const std::lock_guard<std::mutex> lock(mutex_);
  last_reread_ = number;
  return absl::OkStatus();
}

absl::Status BoardKeeper::ReadAll() {
  Reading reading(*this);
  ASSIGN_OR_RETURN(std::vector<BlockRow> rows, store_.ActiveBlocks());
  // Blocks of one run stand together.
  std::vector<std::pair<std::string, std::vector<BlockRow>>> runs;
  for (BlockRow& row : rows) {
    if (runs.empty() || runs.back().first != row.key.run_id) runs.push_back({row.key.run_id, {}});
    runs.back().second.push_back(std::move(row));
  }
  std::map<std::string, std::vector<double>> seconds;
  for (const auto& [run_id, blocks] : runs) {
    ASSIGN_OR_RETURN(seconds[run_id], seconds_(run_id));
  }
  BlockBoard board;
  for (const auto& [run_id, blocks] : runs) board.PutRun(run_id, blocks, seconds[run_id]);
  const std::lock_guard<std::mutex> lock(mutex_);
  board_ = std::move(board);
  reading.PutWhatChanged();
  return absl::OkStatus();
}

absl::Status BoardKeeper::Reload(const std::string& run_id) {
  Reading reading(*this);
  ASSIGN_OR_RETURN(const std::vector<v1::RunSummary> runs, store_.ListRuns());
  const bool active = std::any_of(runs.begin(), runs.end(), [&](const v1::RunSummary& run) {
    return run.id() == run_id && run.state() == v1::ACTIVE;
  });
  if (!active) {
    RemoveRun(run_id);
    return absl::OkStatus();
  }
  ASSIGN_OR_RETURN(const std::vector<BlockRow> rows, store_.Blocks(run_id));
  ASSIGN_OR_RETURN(const std::vector<double> seconds, seconds_(run_id));
  const std::lock_guard<std::mutex> lock(mutex_);
  board_.PutRun(run_id, rows, seconds);
  reading.PutWhatChanged();
  reading.TellOthers(rows);
  return absl::OkStatus();
}

void BoardKeeper::Put(const BlockRow& row) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (readings_ > 0) meanwhile_.push_back(row);
  PutIfNewer(row);
}

void BoardKeeper::PutIfNewer(const BlockRow& row) {
  const BlockRow* now = board_.Find(row.key);
  if (now == nullptr || IsNewer(*now, row)) return;
  board_.Put(row);
  const BlockBoard::Run* run = board_.FindRun(row.key.run_id);
  // The store has made it COMPLETE.
  if (run != nullptr && run->done == run->blocks.size()) board_.RemoveRun(row.key.run_id);
}

void BoardKeeper::RemoveRun(const std::string& run_id) {
  const std::lock_guard<std::mutex> lock(mutex_);
  board_.RemoveRun(run_id);
}

std::optional<BlockRow> BoardKeeper::Find(const BlockKey& key) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const BlockRow* row = board_.Find(key);
  return row == nullptr ? std::nullopt : std::optional(*row);
}

std::vector<std::string> BoardKeeper::ActiveRuns() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return board_.runs();
}

std::vector<BlockRow> BoardKeeper::BlocksOf(const std::string& run_id) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<BlockRow> rows;
  if (const BlockBoard::Run* run = board_.FindRun(run_id)) {
    for (const auto& [position, row] : run->blocks) rows.push_back(row);
  }
  return rows;
}

LeaseReview BoardKeeper::Review(const AgentView& agent) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return ReviewLeases(board_, agent, clock_());
}

std::vector<StrandedCell> BoardKeeper::StrandedFor(
    const AgentView& agent, const std::function<bool(const std::string& run_id)>& may_take,
    absl::Time since) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (clock_() >= next_absence_) {
    absent_ = Absent(board_, since);
    next_absence_ = clock_() + kRefresh;
  }
  std::erase_if(absent_,
                [&](const auto& machine) { return board_.LastLeaseEnd(machine) >= since; });
  return Stranded(board_, agent, may_take, absent_);
}

std::vector<BlockKey> BoardKeeper::Reserve(const AgentView& agent, Choice choice) {
  const std::lock_guard<std::mutex> lock(mutex_);
  choice.is_taken = [&](const BlockKey& key) { return reserved_.contains(TupleOf(key)); };
  std::vector<BlockKey> candidates = Candidates(board_, agent, choice);
  if (!candidates.empty()) reserved_.insert(TupleOf(candidates.front()));
  return candidates;
}

void BoardKeeper::Release(const BlockKey& key) {
  const std::lock_guard<std::mutex> lock(mutex_);
  reserved_.erase(TupleOf(key));
}

}  // namespace benchcell
