#include "runners/coordinator/scheduler.h"

#include <map>
#include <utility>

namespace benchcell {
namespace {

using CellKey = std::pair<std::string, uint32_t>;

CellKey CellOf(const BlockRow& block) { return {block.key.run_id, block.key.cell}; }

bool IsHeldBy(const BlockRow& block, const AgentView& agent) {
  return block.machine == agent.machine && agent.fencing_token == block.fencing_token;
}

bool IsLost(const BlockRow& block, const AgentView& agent, absl::Time now) {
  if (block.state != BlockState::kLeased) return false;
  return block.lease_expires <= now || (block.machine == agent.machine && !IsHeldBy(block, agent));
}

}  // namespace

Schedule Decide(const std::vector<BlockRow>& blocks, const AgentView& agent, absl::Time now) {
  Schedule schedule;
  // Machine that a cell is bound to.
  std::map<CellKey, std::string> bound;
  for (size_t i = 0; i < blocks.size(); ++i) {
    const BlockRow& block = blocks[i];
    if (IsLost(block, agent, now)) {
      schedule.lost.push_back(i);
    } else if (block.state != BlockState::kPending) {
      bound.emplace(CellOf(block), block.machine);
      if (block.state == BlockState::kLeased && IsHeldBy(block, agent)) schedule.renewed = i;
    }
  }
  if (schedule.renewed.has_value()) return schedule;
  for (size_t i = 0; i < blocks.size(); ++i) {
    const bool free = blocks[i].state == BlockState::kPending || IsLost(blocks[i], agent, now);
    if (!free) continue;
    const auto binding = bound.find(CellOf(blocks[i]));
    if (binding == bound.end() || binding->second == agent.machine) {
      schedule.leased = i;
      break;
    }
  }
  return schedule;
}

}  // namespace benchcell
