// The blocks of all active runs as a value with indices, so that the next thing to do is found
// without looking at all of them: what the scheduler decides from.
//
// A copy of what the store says, which may be a moment old: whatever is decided from it, the store
// checks again. Not thread-safe.

#ifndef BENCHCELL_RUNNERS_COORDINATOR_BLOCK_BOARD_H_
#define BENCHCELL_RUNNERS_COORDINATOR_BLOCK_BOARD_H_

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "runners/store/store.h"

namespace benchcell {

struct CellKey {
  std::string run_id;
  uint32_t cell = 0;

  friend auto operator<=>(const CellKey&, const CellKey&) = default;
};

// The machine, in one epoch, to which all blocks of a cell go once one of them is leased or done.
struct Binding {
  std::string machine;
  uint32_t epoch = 0;

  friend auto operator<=>(const Binding&, const Binding&) = default;
};

class BlockBoard {
 public:
  // A run's blocks on the board, by what is to be done with them. Positions are those of blocks.
  struct Run {
    std::string id;
    // Cells that nothing is bound to: the position of their first pending block, and the same with
    // the longest cell first.
    std::set<uint32_t> unbound;
    std::set<std::pair<double, uint32_t>> unbound_longest;
    // Pending blocks of cells that are bound.
    std::map<Binding, std::set<uint32_t>> bound;
    std::map<uint32_t, BlockRow> blocks;
    uint32_t done = 0;
    uint32_t leased = 0;
  };

  // Puts a run behind all others, or replaces its blocks. `seconds`: how long a block of each cell
  // may take, by cell; missing ones count as 0.
  void PutRun(const std::string& run_id, const std::vector<BlockRow>& rows,
              const std::vector<double>& seconds);
  void RemoveRun(const std::string& run_id);

  // Replaces a block. Nothing happens if its run isn't on the board.
  void Put(const BlockRow& row);

  // nullptr if it isn't on the board. Valid until the next change.
  const BlockRow* Find(const BlockKey& key) const;
  const Run* FindRun(const std::string& run_id) const;

  // In the order in which they should be measured.
  const std::vector<std::string>& runs() const { return order_; }

  // Blocks that are leased to a machine; all that are leased and whose lease ends at or before a
  // time; and the latest end of any lease that a machine has had on the board.
  std::vector<const BlockRow*> LeasedTo(const std::string& machine) const;
  std::vector<const BlockRow*> ExpiredAt(absl::Time now) const;
  absl::Time LastLeaseEnd(const std::string& machine) const;

 private:
  struct Place {
    std::string run_id;
    uint32_t position = 0;

    friend auto operator<=>(const Place&, const Place&) = default;
  };
  struct Cell {
    // Positions by round.
    std::map<uint32_t, uint32_t> blocks;
    double seconds = 0;
  };

  // Takes a cell out of the indices and puts it in again.
  void Unlist(Run& run, const Cell& cell);
  void List(Run& run, const Cell& cell);
  static std::optional<Binding> BindingOf(const Run& run, const Cell& cell);

  std::vector<std::string> order_;
  std::map<std::string, Run> runs_;
  std::map<CellKey, Cell> cells_;
  std::map<std::string, std::set<Place>> leases_;
  std::set<std::pair<absl::Time, Place>> lease_ends_;
  std::map<std::string, absl::Time> last_lease_end_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COORDINATOR_BLOCK_BOARD_H_
