// Where a block stands when a call arrives, and which calls that allows: the state machine of
// store.h, for every store alike.

#ifndef BENCHCELL_RUNNERS_STORE_BLOCK_STANDING_H_
#define BENCHCELL_RUNNERS_STORE_BLOCK_STANDING_H_

#include <cstdint>

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

// ABORTED, saying where the block stands, unless it is pending and its run ACTIVE.
absl::Status CheckLeasable(const BlockKey& key, const BlockStanding& standing);

// ABORTED, saying where the block stands, unless it is leased with this token.
absl::Status CheckLeasedWith(const BlockKey& key, const BlockStanding& standing, uint64_t token);

// NOT_FOUND.
absl::Status NoSuchRun(const std::string& run_id);
absl::Status NoSuchBlock(const BlockKey& key);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STORE_BLOCK_STANDING_H_
