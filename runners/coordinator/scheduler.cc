#include "runners/coordinator/scheduler.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace benchcell {
namespace {

// Blocks of one run that can be leased to the agent, at most `most`, the best one first.
class RunChoice {
 public:
  RunChoice(const BlockBoard::Run& run, const AgentView& agent, const Choice& choice)
      : run_(run), choice_(choice) {
    if (const auto own = run.bound.find({agent.machine, agent.epoch}); own != run.bound.end()) {
      for (const uint32_t position : own->second) {
        // Rounds follow each other by position: what comes behind so many is worse than they.
        if (ranked_.size() == choice.most) break;
        Add(0, position);
      }
    }
    size_t looked_at = 0;
    if (choice.longest_first) {
      for (const auto& [seconds, position] : run.unbound_longest) {
        if (looked_at++ == choice.most + taken_) break;
        Add(seconds, position);
      }
    } else {
      for (const uint32_t position : run.unbound) {
        if (looked_at++ == choice.most + taken_) break;
        Add(0, position);
      }
    }
    std::sort(ranked_.begin(), ranked_.end());
  }

  void AppendTo(std::vector<BlockKey>& candidates) const {
    for (const auto& [round, seconds, position] : ranked_) {
      if (candidates.size() == choice_.most) return;
      candidates.push_back(run_.blocks.at(position).key);
    }
  }

 private:
  void Add(double seconds, uint32_t position) {
    const BlockRow& row = run_.blocks.at(position);
    if (choice_.is_taken && choice_.is_taken(row.key)) {
      ++taken_;
      return;
    }
    ranked_.emplace_back(row.key.round, seconds, position);
  }

  const BlockBoard::Run& run_;
  const Choice& choice_;
  size_t taken_ = 0;
  std::vector<std::tuple<uint32_t, double, uint32_t>> ranked_;
};

// Cells of the blocks at these positions, unless a block of the cell is leased.
std::set<uint32_t> CellsWithoutLease(const BlockBoard::Run& run,
                                     const std::set<uint32_t>& positions) {
  std::set<uint32_t> cells;
  for (const uint32_t position : positions) cells.insert(run.blocks.at(position).key.cell);
  if (run.leased == 0) return cells;
  for (const auto& [position, row] : run.blocks) {
    if (row.state == BlockState::kLeased) cells.erase(row.key.cell);
  }
  return cells;
}

}  // namespace

LeaseReview ReviewLeases(const BlockBoard& board, const AgentView& agent, absl::Time now) {
  LeaseReview review;
  for (const BlockRow* row : board.ExpiredAt(now)) review.lost.push_back(*row);
  for (const BlockRow* row : board.LeasedTo(agent.machine)) {
    if (row->lease_expires <= now) continue;
    if (row->fencing_token == agent.fencing_token) {
      review.held = *row;
    } else {
      review.lost.push_back(*row);
    }
  }
  return review;
}

std::vector<BlockKey> Candidates(const BlockBoard& board, const AgentView& agent,
                                 const Choice& choice) {
  std::vector<BlockKey> candidates;
  for (const std::string& run_id : board.runs()) {
    if (candidates.size() == choice.most) break;
    if (!choice.may_take(run_id)) continue;
    RunChoice(*board.FindRun(run_id), agent, choice).AppendTo(candidates);
  }
  return candidates;
}

std::set<std::string> Absent(const BlockBoard& board, absl::Time since) {
  std::set<std::string> absent;
  for (const std::string& run_id : board.runs()) {
    for (const auto& [binding, positions] : board.FindRun(run_id)->bound) {
      if (board.LastLeaseEnd(binding.machine) < since) absent.insert(binding.machine);
    }
  }
  return absent;
}

std::vector<StrandedCell> Stranded(const BlockBoard& board, const AgentView& agent,
                                   const std::function<bool(const std::string& run_id)>& may_take,
                                   const std::set<std::string>& absent) {
  std::set<std::string> machines = absent;
  machines.insert(agent.machine);
  std::vector<StrandedCell> stranded;
  for (const std::string& run_id : board.runs()) {
    const BlockBoard::Run& run = *board.FindRun(run_id);
    for (const std::string& machine : machines) {
      auto bound = run.bound.lower_bound({machine, 0});
      for (; bound != run.bound.end() && bound->first.machine == machine; ++bound) {
        const auto& [binding, positions] = *bound;
        if (machine == agent.machine && binding.epoch == agent.epoch) continue;
        if (!may_take(run_id)) break;
        for (const uint32_t cell : CellsWithoutLease(run, positions)) {
          stranded.push_back({{run_id, cell}, binding});
        }
      }
    }
  }
  return stranded;
}

}  // namespace benchcell
