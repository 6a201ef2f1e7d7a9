#include "runners/coordinator/block_board.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "runners/coordinator/testing.h"

namespace benchcell {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

TEST(BlockBoardTest, ListsWhatIsToBeDone) {
  const BlockBoard board = BoardOf(
      {Done(0, 0, "a"), Pending(1, 0), Pending(2, 0), Pending(0, 1), Pending(1, 1)}, {1, 5, 9});
  const BlockBoard::Run& run = *board.FindRun("run");
  EXPECT_THAT(run.unbound, ElementsAre(1, 2));
  EXPECT_THAT(run.unbound_longest, ElementsAre(Pair(-9, 2), Pair(-5, 1)));
  EXPECT_THAT(run.bound, ElementsAre(Pair(Binding{"a", 1}, ElementsAre(100))));
  EXPECT_EQ(run.done, 1u);
  EXPECT_EQ(run.leased, 0u);
}

TEST(BlockBoardTest, FindsBlocksByKey) {
  const BlockBoard board = BoardOf({Pending(0, 0), Pending(0, 1)});
  EXPECT_EQ(board.Find({"run", 0, 1})->block.position(), 100u);
  EXPECT_EQ(board.Find({"run", 0, 2}), nullptr);
  EXPECT_EQ(board.Find({"run", 1, 0}), nullptr);
  EXPECT_EQ(board.Find({"other", 0, 0}), nullptr);
}

TEST(BlockBoardTest, LeasesAreFoundByMachineAndByTheirEnd) {
  BlockBoard board =
      BoardOf({Leased(0, 0, "a", 1, kNow), Leased(1, 0, "b", 2, kLater), Pending(2, 0)});
  EXPECT_THAT(board.LeasedTo("a"), SizeIs(1));
  EXPECT_THAT(board.LeasedTo("c"), IsEmpty());
  ASSERT_THAT(board.ExpiredAt(kNow), SizeIs(1));
  EXPECT_EQ(board.ExpiredAt(kNow)[0]->machine, "a");
  EXPECT_THAT(board.ExpiredAt(kLater), SizeIs(2));
  EXPECT_EQ(board.LastLeaseEnd("b"), kLater);
  EXPECT_EQ(board.LastLeaseEnd("c"), absl::InfinitePast());

  board.Put(Leased(0, 0, "a", 1, kLater));
  EXPECT_THAT(board.ExpiredAt(kNow), IsEmpty()) << "renewed";
}

TEST(BlockBoardTest, RunsComeAndGo) {
  BlockBoard board = BoardOf({Pending(0, 0, "first"), Leased(0, 0, "a", 1, kNow, 1, "second")});
  EXPECT_THAT(board.runs(), ElementsAre("first", "second"));
  board.PutRun("first", {Done(0, 0, "a", 1, "first")}, {});
  EXPECT_EQ(board.FindRun("first")->done, 1u);
  EXPECT_THAT(board.runs(), ElementsAre("first", "second")) << "in its place";
  board.RemoveRun("second");
  board.RemoveRun("second");
  EXPECT_THAT(board.runs(), ElementsAre("first"));
  EXPECT_THAT(board.LeasedTo("a"), IsEmpty());
  board.Put(Pending(0, 0, "second"));
  EXPECT_EQ(board.FindRun("second"), nullptr) << "of no run on the board";
}

// Whatever happened to the blocks one by one, the board is what it would be if they had been put on
// it as they are now.
TEST(BlockBoardTest, ChangesLeadWhereReadingAnewLeads) {
  std::minstd_rand random(1);
  std::vector<BlockRow> rows;
  for (uint32_t round = 0; round < 3; ++round) {
    for (uint32_t cell = 0; cell < 4; ++cell) rows.push_back(Pending(cell, round));
  }
  const std::vector<double> seconds = {3, 1, 4, 1};
  BlockBoard board = BoardOf(rows, seconds);
  for (int step = 0; step < 500; ++step) {
    BlockRow& row = rows[random() % rows.size()];
    const uint32_t cell = row.key.cell;
    const uint32_t round = row.key.round;
    switch (random() % 3) {
      case 0:
        row = Pending(cell, round);
        break;
      case 1:
        row = Leased(cell, round, random() % 2 == 0 ? "a" : "b", random(),
                     kNow + absl::Seconds(random() % 100));
        break;
      default:
        row = Done(cell, round, "a");
    }
    board.Put(row);
    const BlockBoard fresh = BoardOf(rows, seconds);
    const BlockBoard::Run& is = *board.FindRun("run");
    const BlockBoard::Run& expected = *fresh.FindRun("run");
    ASSERT_EQ(is.unbound, expected.unbound);
    ASSERT_EQ(is.unbound_longest, expected.unbound_longest);
    ASSERT_EQ(is.bound, expected.bound);
    ASSERT_EQ(is.done, expected.done);
    ASSERT_EQ(is.leased, expected.leased);
    ASSERT_EQ(board.ExpiredAt(kLater).size(), fresh.ExpiredAt(kLater).size());
    ASSERT_EQ(board.LeasedTo("a").size(), fresh.LeasedTo("a").size());
  }
}

}  // namespace
}  // namespace benchcell
