// Blocks for the tests of this folder.

#ifndef BENCHCELL_RUNNERS_COORDINATOR_TESTING_H_
#define BENCHCELL_RUNNERS_COORDINATOR_TESTING_H_

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "runners/coordinator/block_board.h"
#include "runners/store/store.h"

namespace benchcell {

inline const absl::Time kNow = absl::FromUnixSeconds(1000);
inline const absl::Time kLater = kNow + absl::Seconds(30);
inline const absl::Time kEarlier = kNow - absl::Seconds(1);

// Two cells in a round: the position is the round's, in the order of cells.
inline BlockRow Pending(uint32_t cell, uint32_t round, const std::string& run = "run") {
  BlockRow row;
  row.key = {run, cell, round};
  row.block.set_cell(cell);
  row.block.set_round(round);
  row.block.set_position(round * 100 + cell);
  row.block.add_run();
  return row;
}

inline BlockRow Leased(uint32_t cell, uint32_t round, const std::string& machine, uint64_t token,
                       absl::Time expires, uint32_t epoch = 1, const std::string& run = "run") {
  BlockRow row = Pending(cell, round, run);
  row.state = BlockState::kLeased;
  row.attempt = 1;
  row.machine = machine;
  row.epoch = epoch;
  row.fencing_token = token;
  row.lease_expires = expires;
  return row;
}

inline BlockRow Done(uint32_t cell, uint32_t round, const std::string& machine, uint32_t epoch = 1,
                     const std::string& run = "run") {
  BlockRow row = Leased(cell, round, machine, 1, kEarlier, epoch, run);
  row.state = BlockState::kDone;
  return row;
}

inline BlockBoard BoardOf(const std::vector<BlockRow>& rows,
                          const std::vector<double>& seconds = {}) {
  BlockBoard board;
  std::vector<std::string> runs;
  for (const BlockRow& row : rows) {
    if (runs.empty() || runs.back() != row.key.run_id) runs.push_back(row.key.run_id);
  }
  for (const std::string& run : runs) {
    std::vector<BlockRow> own;
    for (const BlockRow& row : rows) {
      if (row.key.run_id == run) own.push_back(row);
    }
    board.PutRun(run, own, seconds);
  }
  return board;
}

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COORDINATOR_TESTING_H_
