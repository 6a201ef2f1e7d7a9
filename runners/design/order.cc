#include "runners/design/order.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "runners/design/random.h"

namespace benchcell {
namespace {

using Arrangement = std::vector<uint32_t>;  // Builds in the order of their runs.

std::vector<uint32_t> CountingFromZero(size_t size) {
  std::vector<uint32_t> numbers(size);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

// The order of builds within the run indices of one cell.
//
// All B rotations of an arrangement put every build in every place once. A block of r runs takes
// r / B whole sets of rotations, each of a fresh arrangement. The r % B that are left are dealt
// from a deck with the rotations of one arrangement, which goes on from block to block, so that
// over the blocks, too, no rotation is ahead of another by more than one.
class CellOrder {
 public:
  explicit CellOrder(size_t builds) : builds_(builds) {}

  std::vector<Arrangement> DealBlock(uint32_t runs, RandomDraw& draw) {
    std::vector<Arrangement> block;
    for (size_t set = 0; set < runs / builds_; ++set) {
      const Arrangement fresh = RandomArrangement(draw);
      for (uint32_t rotation = 0; rotation < builds_; ++rotation) {
        block.push_back(Rotated(fresh, rotation));
      }
    }
    std::vector<uint32_t> dealt;
    for (size_t left = runs % builds_; left > 0; --left) {
      if (deck_.empty()) Refill(dealt, draw);
      dealt.push_back(deck_.front());
      deck_.erase(deck_.begin());
      block.push_back(Rotated(arrangement_, dealt.back()));
    }
    draw.Shuffle(block);
    return block;
  }

 private:
  Arrangement RandomArrangement(RandomDraw& draw) const {
    Arrangement arrangement = CountingFromZero(builds_);
    draw.Shuffle(arrangement);
    return arrangement;
  }

  static Arrangement Rotated(Arrangement arrangement, uint32_t by) {
    std::rotate(arrangement.begin(), arrangement.begin() + by, arrangement.end());
    return arrangement;
  }

  // `dealt` are the rotations that the block at hand already has. They go to the end of the new
  // deck: a block must not get one twice.
  void Refill(const std::vector<uint32_t>& dealt, RandomDraw& draw) {
    if (dealt.empty()) arrangement_ = RandomArrangement(draw);
    deck_ = CountingFromZero(builds_);
    draw.Shuffle(deck_);
    std::stable_partition(deck_.begin(), deck_.end(), [&](uint32_t rotation) {
      return std::find(dealt.begin(), dealt.end(), rotation) == dealt.end();
    });
  }

  const size_t builds_;
  Arrangement arrangement_;
  std::vector<uint32_t> deck_;
};

void AddRun(v1::Block& block, uint32_t build, uint32_t index) {
  const uint32_t position = block.run_size();
  v1::PlannedRun& run = *block.add_run();
  run.set_position(position);
  run.set_build(build);
  run.set_index(index);
}

void AddBalancedRuns(v1::Block& block, const std::vector<Arrangement>& arrangements) {
  uint32_t index = 0;
  for (const Arrangement& arrangement : arrangements) {
    for (const uint32_t build : arrangement) AddRun(block, build, index);
    ++index;
  }
}

void AddRunsBuildByBuild(v1::Block& block, uint32_t runs, size_t builds) {
  for (uint32_t build = 0; build < builds; ++build) {
    for (uint32_t index = 0; index < runs; ++index) AddRun(block, build, index);
  }
}

}  // namespace

std::vector<v1::Block> Blocks(const v1::Protocol& protocol, size_t cells, size_t builds,
                              uint64_t seed) {
  const bool as_published = protocol.order() == v1::AS_PUBLISHED;
  RandomDraw draw(seed);
  std::vector<CellOrder> orders(cells, CellOrder(builds));
  std::vector<v1::Block> blocks;
  blocks.reserve(protocol.rounds() * cells);
  for (uint32_t round = 0; round < protocol.rounds(); ++round) {
    std::vector<uint32_t> order = CountingFromZero(cells);
    if (!as_published) draw.Shuffle(order);
    for (const uint32_t cell : order) {
      v1::Block block;
      block.set_cell(cell);
      block.set_round(round);
      block.set_position(blocks.size());
      if (as_published) {
        AddRunsBuildByBuild(block, protocol.runs(), builds);
      } else {
        AddBalancedRuns(block, orders[cell].DealBlock(protocol.runs(), draw));
      }
      blocks.push_back(std::move(block));
    }
  }
  return blocks;
}

}  // namespace benchcell
