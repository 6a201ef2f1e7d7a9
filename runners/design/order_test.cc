#include "runners/design/order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace benchcell {
namespace {

v1::Protocol MakeProtocol(uint32_t rounds, uint32_t runs, v1::Order order = v1::BALANCED_PAIRS) {
  v1::Protocol protocol;
  protocol.set_rounds(rounds);
  protocol.set_runs(runs);
  protocol.set_order(order);
  return protocol;
}

// `2: A0 B0 B1 A1` for a block of cell 2: build and index of each run.
std::string Words(const v1::Block& block) {
  std::string words = std::to_string(block.cell()) + ":";
  for (const v1::PlannedRun& run : block.run()) {
    words += std::string(" ") + static_cast<char>('A' + run.build()) + std::to_string(run.index());
  }
  return words;
}

std::vector<std::string> Words(const std::vector<v1::Block>& blocks) {
  std::vector<std::string> words;
  for (const v1::Block& block : blocks) words.push_back(Words(block));
  return words;
}

// How often each build stands in each place of its run index.
using Places = std::map<std::pair<uint32_t, uint32_t>, int>;

void Count(const v1::Block& block, uint32_t builds, Places& places) {
  for (const v1::PlannedRun& run : block.run()) {
    ++places[{run.build(), run.position() % builds}];
  }
}

// The smallest and the largest count over all builds and places.
std::pair<int, int> Extent(Places places, uint32_t builds) {
  int least = INT32_MAX;
  int most = 0;
  for (uint32_t build = 0; build < builds; ++build) {
    for (uint32_t place = 0; place < builds; ++place) {
      least = std::min(least, places[{build, place}]);
      most = std::max(most, places[{build, place}]);
    }
  }
  return {least, most};
}

TEST(OrderTest, TheOrderOfASeedIsFixed) {
  // Computed by an independent program from the description in order.h and random.h.
  EXPECT_EQ(Words(Blocks(MakeProtocol(2, 3), 3, 2, 42)),
            (std::vector<std::string>{"1: A0 B0 B1 A1 B2 A2", "2: B0 A0 B1 A1 A2 B2",
                                      "0: A0 B0 B1 A1 B2 A2", "0: A0 B0 A1 B1 B2 A2",
                                      "1: A0 B0 A1 B1 B2 A2", "2: A0 B0 A1 B1 B2 A2"}));
  EXPECT_EQ(Words(Blocks(MakeProtocol(2, 5), 2, 3, UINT64_MAX)),
            (std::vector<std::string>{"1: A0 B0 C0 A1 B1 C1 B2 C2 A2 B3 C3 A3 C4 A4 B4",
                                      "0: A0 C0 B0 C1 B1 A1 A2 B2 C2 C3 A3 B3 B4 C4 A4",
                                      "1: B0 C0 A0 A1 B1 C1 C2 A2 B2 B3 C3 A3 C4 A4 B4",
                                      "0: C0 B0 A0 A1 C1 B1 C2 B2 A2 B3 A3 C3 B4 A4 C4"}));
}

TEST(OrderTest, EverythingPlannedOccursOnce) {
  const std::vector<v1::Block> blocks = Blocks(MakeProtocol(4, 5), 7, 3, 1);
  ASSERT_EQ(blocks.size(), 4 * 7);
  std::set<std::pair<uint32_t, uint32_t>> seen;
  for (size_t i = 0; i < blocks.size(); ++i) {
    const v1::Block& block = blocks[i];
    EXPECT_EQ(block.position(), i);
    EXPECT_EQ(block.round(), i / 7) << "rounds are outermost";
    EXPECT_LT(block.cell(), 7);
    EXPECT_TRUE(seen.insert({block.round(), block.cell()}).second);
    ASSERT_EQ(block.run_size(), 15);
    std::set<std::pair<uint32_t, uint32_t>> runs;
    for (int run = 0; run < block.run_size(); ++run) {
      EXPECT_EQ(block.run(run).position(), run);
      EXPECT_EQ(block.run(run).index(), run / 3) << "runs of an index are neighbours";
      runs.insert({block.run(run).build(), block.run(run).index()});
    }
    EXPECT_EQ(runs.size(), 15);
  }
}

TEST(OrderTest, EveryBuildStandsInEveryPlaceEquallyOften) {
  for (const uint32_t builds : {1, 2, 3, 4, 5}) {
    for (const uint32_t runs : {1, 2, 3, 4, 5, 7, 10}) {
      for (const uint32_t rounds : {1, 2, 3, 5, 8}) {
        std::map<uint32_t, Places> cells;
        for (const v1::Block& block : Blocks(MakeProtocol(rounds, runs), 3, builds, 77)) {
          Places here;
          Count(block, builds, here);
          const auto [least, most] = Extent(here, builds);
          EXPECT_LE(most - least, 1) << builds << " builds, " << runs << " runs: in a block";
          Count(block, builds, cells[block.cell()]);
        }
        for (const auto& [cell, places] : cells) {
          const auto [least, most] = Extent(places, builds);
          EXPECT_LE(most - least, 1)
              << builds << " builds, " << runs << " runs, " << rounds << " rounds: in all";
        }
      }
    }
  }
}

TEST(OrderTest, BothOrdersOfAPairAreDrawnForTheOddRun) {
  std::set<std::string> first_blocks;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    first_blocks.insert(Words(Blocks(MakeProtocol(1, 1), 1, 2, seed)[0]));
  }
  EXPECT_EQ(first_blocks, (std::set<std::string>{"0: A0 B0", "0: B0 A0"}));
}

TEST(OrderTest, CellsAreShuffledAnewInEachRound) {
  std::set<std::vector<uint32_t>> orders;
  const std::vector<v1::Block> blocks = Blocks(MakeProtocol(5, 1), 6, 2, 12);
  for (int round = 0; round < 5; ++round) {
    std::vector<uint32_t> order;
    for (int i = 0; i < 6; ++i) order.push_back(blocks[round * 6 + i].cell());
    orders.insert(order);
  }
  EXPECT_EQ(orders.size(), 5);
}

TEST(OrderTest, SeedDecidesAndUnspecifiedMeansBalanced) {
  const auto words = [](v1::Order order, uint64_t seed) {
    return Words(Blocks(MakeProtocol(3, 4, order), 4, 2, seed));
  };
  EXPECT_EQ(words(v1::BALANCED_PAIRS, 5), words(v1::BALANCED_PAIRS, 5));
  EXPECT_NE(words(v1::BALANCED_PAIRS, 5), words(v1::BALANCED_PAIRS, 6));
  EXPECT_EQ(words(v1::ORDER_UNSPECIFIED, 5), words(v1::BALANCED_PAIRS, 5));
}

TEST(OrderTest, AsPublishedIsBuildByBuildAndCellByCell) {
  EXPECT_EQ(Words(Blocks(MakeProtocol(2, 3, v1::AS_PUBLISHED), 2, 2, 42)),
            (std::vector<std::string>{"0: A0 A1 A2 B0 B1 B2", "1: A0 A1 A2 B0 B1 B2",
                                      "0: A0 A1 A2 B0 B1 B2", "1: A0 A1 A2 B0 B1 B2"}));
}

TEST(OrderTest, NoCellsNoBlocks) { EXPECT_TRUE(Blocks(MakeProtocol(2, 3), 0, 2, 1).empty()); }

}  // namespace
}  // namespace benchcell
