// Decides what an agent should do. A function of values: the same snapshot, agent and time give the
// same schedule, and acting on a schedule twice does no harm.

#ifndef BENCHCELL_RUNNERS_COORDINATOR_SCHEDULER_H_
#define BENCHCELL_RUNNERS_COORDINATOR_SCHEDULER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "runners/store/store.h"

namespace benchcell {

// What an agent says of itself.
struct AgentView {
  std::string machine;
  // Token of the lease that it works on.
  std::optional<uint64_t> fencing_token;
};

struct Schedule {
  // Leases that are lost: they ran out, or their machine says that it doesn't work on them. Indices
  // into the blocks.
  std::vector<size_t> lost;
  // The lease that the agent holds rightly, to be renewed.
  std::optional<size_t> renewed;
  // A block to lease to the agent. At most one of `renewed` and `leased` is set.
  std::optional<size_t> leased;
};

// `blocks`: all blocks of all active runs, in the order in which they should be measured.
//
// All blocks of a cell go to one machine: a block can be leased only to the machine that measured,
// or now measures, a block of the same cell.
Schedule Decide(const std::vector<BlockRow>& blocks, const AgentView& agent, absl::Time now);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COORDINATOR_SCHEDULER_H_
