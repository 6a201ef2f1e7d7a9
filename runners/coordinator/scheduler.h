// Decides what an agent should do. Functions of values: the same board, agent and time give the
// same answer, and acting on an answer twice does no harm.
//
// All blocks of a cell go to one machine in one epoch: a block can be leased only where a block of
// the same cell was, or is being, measured.

#ifndef BENCHCELL_RUNNERS_COORDINATOR_SCHEDULER_H_
#define BENCHCELL_RUNNERS_COORDINATOR_SCHEDULER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "runners/coordinator/block_board.h"

namespace benchcell {

// What an agent says of itself.
struct AgentView {
  std::string machine;
  uint32_t epoch = 0;
  // Token of the lease that it works on.
  std::optional<uint64_t> fencing_token;
};

struct LeaseReview {
  // Leases that are lost: they ran out, or the agent's machine says that it doesn't work on them.
  std::vector<BlockRow> lost;
  // The lease that the agent holds rightly, to be renewed.
  std::optional<BlockRow> held;
};

LeaseReview ReviewLeases(const BlockBoard& board, const AgentView& agent, absl::Time now);

// What a machine may be given.
struct Choice {
  // Whether its class is the one that a run asks for.
  std::function<bool(const std::string& run_id)> may_take;
  // Cells go to machines longest first, so that none is still at work long after the others: for
  // more than one machine. With one, blocks come in the order of the design.
  bool longest_first = false;
  // Blocks that somebody is about to lease.
  std::function<bool(const BlockKey&)> is_taken;
  // At most so many.
  size_t most = 1;
};

// Pending blocks that can be leased to the agent, the best one first: older runs before newer ones,
// earlier rounds before later ones.
std::vector<BlockKey> Candidates(const BlockBoard& board, const AgentView& agent,
                                 const Choice& choice);

// A cell that waits for a machine that will not come back to it.
struct StrandedCell {
  CellKey cell;
  Binding binding;
};

// Machines to which pending blocks are bound and whose last lease ended before `since`. Looks at
// all machines that a cell is bound to.
std::set<std::string> Absent(const BlockBoard& board, absl::Time since);

// Cells with pending blocks, none leased, that are bound to another epoch of the agent's machine
// than the one it is in, or to one of the machines `absent`. To be measured anew as a whole:
// results of two machines or epochs are never one cell.
std::vector<StrandedCell> Stranded(const BlockBoard& board, const AgentView& agent,
                                   const std::function<bool(const std::string& run_id)>& may_take,
                                   const std::set<std::string>& absent);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COORDINATOR_SCHEDULER_H_
