// Keeps a BlockBoard in step with the store, for all threads of a coordinator.
//
// What this coordinator changes is put on the board at once; what others change is read anew when
// the store says that something did, at most as often as kRefresh (the more there is to read, the
// less often). The store has the last word: a block that the board has wrong is refused there.
// What changes while it is read may be missing in what was read, and is put on top of that: a board
// that went back to what was would hand out blocks anew and miss leases that are held.

#ifndef BENCHCELL_RUNNERS_COORDINATOR_BOARD_KEEPER_H_
#define BENCHCELL_RUNNERS_COORDINATOR_BOARD_KEEPER_H_

#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "benchcell/v1/lab.pb.h"
#include "runners/base/clock.h"
#include "runners/coordinator/block_board.h"
#include "runners/coordinator/scheduler.h"
#include "runners/store/store.h"

namespace benchcell {

// Thread-safe.
class BoardKeeper {
 public:
  static constexpr absl::Duration kRefresh = absl::Milliseconds(500);

  // How long a block of each cell of a run may take, by cell.
  using Seconds = std::function<absl::StatusOr<std::vector<double>>(const std::string& run_id)>;

  // The store outlives the keeper.
  BoardKeeper(Store& store, Clock clock, Seconds seconds);

  // Reads what others may have changed, if that is due.
  absl::Status Refresh();
  // Whether Refresh would read.
  bool IsRefreshDue();
  // Reads everything, due or not: for when something doesn't fit to what the board says.
  absl::Status Reread();

  // Reads a run anew; takes it off the board if it isn't active any more.
  absl::Status Reload(const std::string& run_id);

  // After a change that this coordinator made. Nothing happens if the board knows a later one.
  void Put(const BlockRow& row);
  void RemoveRun(const std::string& run_id);

  std::optional<BlockRow> Find(const BlockKey& key);
  // Ids in the order in which they should be measured.
  std::vector<std::string> ActiveRuns();
  // Blocks by position; empty if the run isn't active.
  std::vector<BlockRow> BlocksOf(const std::string& run_id);

  LeaseReview Review(const AgentView& agent);
  // Stranded cells, a machine being absent if its last lease ended before `since`. Who is absent is
  // found out at most as often as kRefresh, and who is back is seen at once.
  std::vector<StrandedCell> StrandedFor(
      const AgentView& agent, const std::function<bool(const std::string& run_id)>& may_take,
      absl::Time since);

  // Candidates of which the first one is nobody else's until Release.
  std::vector<BlockKey> Reserve(const AgentView& agent, Choice choice);
  void Release(const BlockKey& key);

 private:
  class Reading;

  absl::Status ReadAll();
  // With mutex_ held.
  bool IsDue(uint64_t newest) const;
  void PutIfNewer(const BlockRow& row);

  Store& store_;
  const Clock clock_;
  const Seconds seconds_;

  // Held while a thread rereads.
  std::mutex reread_mutex_;

  std::mutex mutex_;
  // All below are under mutex_.
  BlockBoard board_;
  std::set<std::tuple<std::string, uint32_t, uint32_t>> reserved_;
  bool is_reading_ = false;
  // Reads in progress, and what was put on the board while there was one.
  size_t readings_ = 0;
  std::vector<BlockRow> meanwhile_;
  // Changes of the store that the board has seen, and when it may look again.
  uint64_t seen_ = 0;
  absl::Time next_read_ = absl::InfinitePast();
  // Rereads that were begun, and the newest that succeeded.
  uint64_t rereads_ = 0;
  uint64_t last_reread_ = 0;
  std::set<std::string> absent_;
  absl::Time next_absence_ = absl::InfinitePast();
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COORDINATOR_BOARD_KEEPER_H_
