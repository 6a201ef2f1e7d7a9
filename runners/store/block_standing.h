// Where a block or a cell stands when a call arrives, and which calls that allows: the state
// machine of store.h, for every store alike.

#ifndef BENCHCELL_RUNNERS_STORE_BLOCK_STANDING_H_
#define BENCHCELL_RUNNERS_STORE_BLOCK_STANDING_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "runners/store/store.h"

namespace benchcell {

struct BlockStanding {
  v1::RunState run_state = v1::RUN_STATE_UNSPECIFIED;
  BlockState state = BlockState::kPending;
  uint32_t attempt = 0;
  uint64_t fencing_token = 0;

  bool LeasedWith(uint64_t token) const {
    return state == BlockState::kLeased && fencing_token == token;
  }
  // A delivery whose answer was lost comes again.
  bool DoneWith(uint64_t token) const {
    return state == BlockState::kDone && fencing_token == token;
  }
};

// How many blocks of a cell are in which state.
struct CellStanding {
  v1::RunState run_state = v1::RUN_STATE_UNSPECIFIED;
  uint32_t pending = 0;
  uint32_t leased = 0;
  uint32_t done = 0;
  // Of those that are done: not by the machine, or not in the epoch, that the caller says.
  uint32_t done_elsewhere = 0;
};

// ABORTED, saying where the block stands, unless it is pending and its run ACTIVE.
absl::Status CheckLeasable(const BlockKey& key, const BlockStanding& standing);

// ABORTED, saying where the block stands, unless it is leased with this token.
absl::Status CheckLeasedWith(const BlockKey& key, const BlockStanding& standing, uint64_t token);

// NOT_FOUND if the cell has no blocks. ABORTED, saying where it stands, unless it can be begun anew
// by a caller who takes it for that of this machine and epoch.
absl::Status CheckRestartable(const std::string& run_id, uint32_t cell,
                              const CellStanding& standing, const std::string& machine,
                              uint32_t epoch);

// NOT_FOUND.
absl::Status NoSuchRun(const std::string& run_id);
absl::Status NoSuchBlock(const BlockKey& key);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STORE_BLOCK_STANDING_H_
