#include "runners/coordinator/scheduler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <queue>
#include <set>
#include <string>
#include <vector>

#include "runners/coordinator/testing.h"

namespace benchcell {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const AgentView kIdleA = {"a", 1, std::nullopt};

bool All(const std::string&) { return true; }

// `cell.round` of the blocks that the agent may be given.
std::vector<std::string> Offered(const BlockBoard& board, const AgentView& agent = kIdleA,
                                 Choice choice = {}) {
  if (!choice.may_take) choice.may_take = All;
  if (choice.most == 1) choice.most = 10;
  std::vector<std::string> offered;
  for (const BlockKey& key : Candidates(board, agent, choice)) {
    offered.push_back(std::to_string(key.cell) + "." + std::to_string(key.round));
  }
  return offered;
}

std::vector<uint64_t> Lost(const BlockBoard& board, const AgentView& agent = kIdleA) {
  std::vector<uint64_t> tokens;
  for (const BlockRow& row : ReviewLeases(board, agent, kNow).lost) {
    tokens.push_back(row.fencing_token);
  }
  return tokens;
}

TEST(ReviewTest, WorkingAgentHoldsItsLease) {
  const LeaseReview review =
      ReviewLeases(BoardOf({Leased(0, 0, "a", 5, kLater), Pending(1, 0)}), {"a", 1, 5}, kNow);
  ASSERT_TRUE(review.held.has_value());
  EXPECT_EQ(review.held->fencing_token, 5u);
  EXPECT_THAT(review.lost, IsEmpty());
}

TEST(ReviewTest, LeaseThatItsMachineDoesNotWorkOnIsLost) {
  // The agent was killed and started again, or the answer with the lease never reached it.
  EXPECT_THAT(Lost(BoardOf({Leased(0, 0, "a", 5, kLater)})), ElementsAre(5u));
  EXPECT_THAT(Lost(BoardOf({Leased(0, 0, "a", 9, kLater)}), {"a", 1, 5}), ElementsAre(9u));
}

TEST(ReviewTest, ExpiredLeasesAreLostWhoeverAsks) {
  EXPECT_THAT(Lost(BoardOf({Leased(0, 0, "b", 5, kNow)})), ElementsAre(5u));
  EXPECT_THAT(Lost(BoardOf({Leased(0, 0, "a", 5, kNow)}), {"a", 1, 5}), ElementsAre(5u))
      << "also if its agent comes back with it";
  EXPECT_THAT(Lost(BoardOf({Leased(0, 0, "b", 5, kNow)}), {}), ElementsAre(5u));
}

TEST(ReviewTest, LeasesOfOtherMachinesAndDoneBlocksAreLeftAlone) {
  EXPECT_THAT(Lost(BoardOf({Leased(0, 0, "b", 5, kLater), Done(1, 0, "a")})), IsEmpty());
}

TEST(CandidatesTest, PendingBlocksComeInTheOrderOfTheDesign) {
  EXPECT_THAT(Offered(BoardOf({Done(0, 0, "a"), Pending(1, 0), Pending(0, 1), Pending(1, 1)})),
              ElementsAre("1.0", "0.1"));
  EXPECT_THAT(Offered(BoardOf({Done(0, 0, "a")})), IsEmpty());
  EXPECT_THAT(Offered(BlockBoard()), IsEmpty());
}

TEST(CandidatesTest, CellStaysOnTheMachineAndEpochThatMeasuredIt) {
  const BlockBoard board = BoardOf({Done(0, 0, "b"), Pending(0, 1)});
  EXPECT_THAT(Offered(board), IsEmpty());
  EXPECT_THAT(Offered(board, {"b", 1, std::nullopt}), ElementsAre("0.1"));
  EXPECT_THAT(Offered(board, {"b", 2, std::nullopt}), IsEmpty());
  EXPECT_THAT(Offered(BoardOf({Leased(0, 0, "b", 1, kLater), Pending(0, 1)})), IsEmpty());
}

TEST(CandidatesTest, CellsOfTwoRunsAreApartAndTheOlderRunComesFirst) {
  EXPECT_THAT(Offered(BoardOf({Done(0, 0, "b", 1, "old"), Pending(0, 1, "old"),
                               Pending(1, 0, "old"), Pending(0, 0, "new")})),
              ElementsAre("1.0", "0.0"));
}

TEST(CandidatesTest, RunsThatTheMachineMayNotTakeAreLeftOut) {
  Choice choice;
  choice.may_take = [](const std::string& run) { return run == "new"; };
  EXPECT_THAT(Offered(BoardOf({Pending(3, 0, "old"), Pending(0, 0, "new")}), kIdleA, choice),
              ElementsAre("0.0"));
}

TEST(CandidatesTest, WhatSomebodyIsAboutToLeaseIsLeftOut) {
  Choice choice;
  choice.is_taken = [](const BlockKey& key) { return key.cell == 0; };
  EXPECT_THAT(Offered(BoardOf({Pending(0, 0), Pending(1, 0)}), kIdleA, choice), ElementsAre("1.0"));
}

TEST(CandidatesTest, LongestFirstWithinARound) {
  Choice choice;
  choice.longest_first = true;
  EXPECT_THAT(
      Offered(BoardOf({Done(0, 0, "a"), Pending(1, 0), Pending(2, 0), Pending(0, 1)}, {100, 1, 2}),
              kIdleA, choice),
      ElementsAre("2.0", "1.0", "0.1"));
}

TEST(CandidatesTest, TheBestAreOfferedOfMoreThanAreAskedFor) {
  std::vector<BlockRow> rows = {Pending(0, 0), Done(1, 0, "a"), Done(2, 0, "a")};
  for (uint32_t round = 1; round < 4; ++round) {
    for (uint32_t cell = 0; cell < 3; ++cell) rows.push_back(Pending(cell, round));
  }
  Choice choice;
  choice.most = 3;
  EXPECT_THAT(Offered(BoardOf(rows), kIdleA, choice), ElementsAre("0.0", "1.1", "2.1"));
  choice.is_taken = [](const BlockKey& key) { return key.round == 1 || key.cell == 0; };
  EXPECT_THAT(Offered(BoardOf(rows), kIdleA, choice), ElementsAre("1.2", "2.2", "1.3"));
}

std::vector<uint32_t> StrandedCells(const BlockBoard& board, const AgentView& agent,
                                    const std::set<std::string>& absent) {
  std::vector<uint32_t> found;
  for (const StrandedCell& stranded : Stranded(board, agent, All, absent)) {
    found.push_back(stranded.cell.cell);
  }
  return found;
}

TEST(StrandedTest, CellsWaitForMachinesThatComeBackAndNotForEpochs) {
  const BlockBoard board = BoardOf({Done(0, 0, "b"), Pending(0, 1), Done(1, 0, "b")});
  EXPECT_THAT(StrandedCells(board, kIdleA, {}), IsEmpty());
  EXPECT_THAT(StrandedCells(board, kIdleA, {"b", "c"}), ElementsAre(0u)) << "1 is done";
  EXPECT_THAT(StrandedCells(board, {"b", 1, std::nullopt}, {"b"}), IsEmpty()) << "it is here";
  EXPECT_THAT(StrandedCells(board, {"b", 2, std::nullopt}, {}), ElementsAre(0u));
  EXPECT_THAT(
      StrandedCells(BoardOf({Done(0, 0, "b", 2), Pending(0, 1)}), {"b", 1, std::nullopt}, {}),
      ElementsAre(0u))
      << "whichever epoch is the newer one";
  EXPECT_THAT(Stranded(board, kIdleA, [](const auto&) { return false; }, {"b"}), IsEmpty());
}

TEST(StrandedTest, CellsOfWhichABlockIsLeasedAreNotStranded) {
  EXPECT_THAT(StrandedCells(BoardOf({Done(0, 0, "b"), Leased(0, 1, "b", 5, kLater), Pending(0, 2),
                                     Done(1, 0, "b"), Pending(1, 1)}),
                            {"b", 2, std::nullopt}, {}),
              ElementsAre(1u));
}

TEST(StrandedTest, MachinesAreAbsentWhoseLastLeaseEndedLongAgo) {
  // The leases of done blocks ended at kEarlier.
  const BlockBoard board = BoardOf({Done(0, 0, "b"), Pending(0, 1), Done(1, 0, "c"), Pending(1, 1),
                                    Done(2, 0, "d"), Leased(3, 0, "c", 5, kLater)});
  EXPECT_THAT(Absent(board, kEarlier), IsEmpty());
  EXPECT_THAT(Absent(board, kNow), ElementsAre("b")) << "c works, and nothing waits for d";
  EXPECT_THAT(Absent(board, absl::InfinitePast()), IsEmpty());
}

// Every machine takes the best candidate whenever it is free. Returns when the last one is done.
double Makespan(const std::vector<double>& cells, uint32_t rounds, size_t machines) {
  std::vector<BlockRow> rows;
  for (uint32_t round = 0; round < rounds; ++round) {
    for (uint32_t cell = 0; cell < cells.size(); ++cell) {
      BlockRow row = Pending(cell, round);
      row.block.set_position(static_cast<uint32_t>(round * cells.size() + cell));
      rows.push_back(row);
    }
  }
  BlockBoard board = BoardOf(rows, cells);
  Choice choice;
  choice.may_take = All;
  choice.longest_first = true;
  using Free = std::pair<double, size_t>;
  std::priority_queue<Free, std::vector<Free>, std::greater<>> free;
  for (size_t machine = 0; machine < machines; ++machine) free.push({0, machine});
  double end = 0;
  size_t measured = 0;
  while (!free.empty()) {
    const auto [time, machine] = free.top();
    free.pop();
    const AgentView agent = {"m" + std::to_string(machine), 1, std::nullopt};
    const std::vector<BlockKey> candidates = Candidates(board, agent, choice);
    if (candidates.empty()) continue;
    BlockRow row = *board.Find(candidates.front());
    row.state = BlockState::kDone;
    row.machine = agent.machine;
    row.epoch = 1;
    board.Put(row);
    ++measured;
    end = std::max(end, time + cells[row.key.cell]);
    free.push({time + cells[row.key.cell], machine});
  }
  EXPECT_EQ(measured, rows.size());
  return end;
}

// No schedule is shorter than all the work evenly spread, nor than the longest cell.
TEST(FanOutTest, TotalTimeIsNearTheBestPossible) {
  std::vector<double> cells;
  for (int i = 0; i < 200; ++i) cells.push_back(1 + (i * 37 % 101) / 10.0);
  const double longest = *std::max_element(cells.begin(), cells.end());
  for (const uint32_t rounds : {1u, 3u}) {
    const double work = rounds * std::accumulate(cells.begin(), cells.end(), 0.0);
    const double best = std::max(work / 16, rounds * longest);
    EXPECT_LE(Makespan(cells, rounds, 16), best * 1.05 + longest) << rounds;
  }
}

}  // namespace
}  // namespace benchcell
