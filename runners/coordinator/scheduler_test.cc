#include "runners/coordinator/scheduler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace benchcell {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const absl::Time kNow = absl::FromUnixSeconds(1000);
const absl::Time kLater = kNow + absl::Seconds(30);
const absl::Time kEarlier = kNow - absl::Seconds(1);

BlockRow Pending(uint32_t cell, uint32_t round, uint32_t attempt = 0) {
  BlockRow row;
  row.key = {"run", cell, round};
  row.attempt = attempt;
  return row;
}

BlockRow Leased(uint32_t cell, uint32_t round, const std::string& machine, uint64_t token,
                absl::Time expires, uint32_t attempt = 1) {
  BlockRow row = Pending(cell, round, attempt);
  row.state = BlockState::kLeased;
  row.machine = machine;
  row.fencing_token = token;
  row.lease_expires = expires;
  return row;
}

BlockRow Done(uint32_t cell, uint32_t round, const std::string& machine) {
  BlockRow row = Leased(cell, round, machine, 1, kEarlier);
  row.state = BlockState::kDone;
  return row;
}

const AgentView kIdleA = {"a", std::nullopt};

TEST(SchedulerTest, IdleAgentGetsTheFirstPendingBlock) {
  const Schedule schedule = Decide({Done(0, 0, "a"), Pending(1, 0), Pending(0, 1)}, kIdleA, kNow);
  EXPECT_EQ(schedule.leased, 1u);
  EXPECT_THAT(schedule.lost, IsEmpty());
}

TEST(SchedulerTest, NothingPendingIsIdle) {
  EXPECT_EQ(Decide({Done(0, 0, "a")}, kIdleA, kNow).leased, std::nullopt);
  EXPECT_EQ(Decide({}, kIdleA, kNow).leased, std::nullopt);
}

TEST(SchedulerTest, WorkingAgentKeepsItsLeaseAndGetsNoOther) {
  const Schedule schedule = Decide({Leased(0, 0, "a", 5, kLater), Pending(1, 0)}, {"a", 5}, kNow);
  EXPECT_EQ(schedule.renewed, 0u);
  EXPECT_EQ(schedule.leased, std::nullopt);
  EXPECT_THAT(schedule.lost, IsEmpty());
}

TEST(SchedulerTest, LeaseThatItsMachineDoesNotWorkOnIsLostAndLeasedAnew) {
  // The agent was killed and started again, or the answer with the lease never reached it.
  const Schedule schedule = Decide({Leased(0, 0, "a", 5, kLater), Pending(1, 0)}, kIdleA, kNow);
  EXPECT_THAT(schedule.lost, ElementsAre(0u));
  EXPECT_EQ(schedule.leased, 0u);
}

TEST(SchedulerTest, AgentOnAnOldLeaseLosesItAndGetsTheCurrentWork) {
  const Schedule schedule = Decide({Leased(0, 0, "b", 9, kLater), Pending(1, 0)}, {"a", 5}, kNow);
  EXPECT_EQ(schedule.renewed, std::nullopt);
  EXPECT_EQ(schedule.leased, 1u);
}

TEST(SchedulerTest, ExpiredLeaseOfAnotherMachineIsLost) {
  const Schedule schedule = Decide({Leased(0, 0, "b", 5, kNow)}, kIdleA, kNow);
  EXPECT_THAT(schedule.lost, ElementsAre(0u));
  EXPECT_EQ(schedule.leased, 0u);
}

TEST(SchedulerTest, ExpiredLeaseIsLostEvenIfItsAgentComesBackWithIt) {
  // It may have been told that it is lost already, or not: both have to come out the same.
  const Schedule schedule = Decide({Leased(0, 0, "a", 5, kEarlier)}, {"a", 5}, kNow);
  EXPECT_THAT(schedule.lost, ElementsAre(0u));
  EXPECT_EQ(schedule.renewed, std::nullopt);
}

TEST(SchedulerTest, LeaseOfAnotherMachineIsLeftAlone) {
  const Schedule schedule = Decide({Leased(0, 0, "b", 5, kLater)}, kIdleA, kNow);
  EXPECT_THAT(schedule.lost, IsEmpty());
  EXPECT_EQ(schedule.leased, std::nullopt);
}

TEST(SchedulerTest, CellStaysOnTheMachineThatMeasuredIt) {
  const std::vector<BlockRow> done = {Done(0, 0, "b"), Pending(0, 1), Pending(1, 1)};
  EXPECT_EQ(Decide(done, kIdleA, kNow).leased, 2u);
  EXPECT_EQ(Decide(done, {"b", std::nullopt}, kNow).leased, 1u);
  const std::vector<BlockRow> leased = {Leased(0, 0, "b", 5, kLater), Pending(0, 1)};
  EXPECT_EQ(Decide(leased, kIdleA, kNow).leased, std::nullopt);
}

TEST(SchedulerTest, LostBlockDoesNotBindItsCell) {
  EXPECT_EQ(Decide({Leased(0, 0, "b", 5, kEarlier), Pending(0, 1)}, kIdleA, kNow).leased, 0u);
}

TEST(SchedulerTest, CellsOfTwoRunsAreApart) {
  BlockRow other = Pending(0, 0);
  other.key.run_id = "other";
  EXPECT_EQ(Decide({Done(0, 0, "b"), other}, kIdleA, kNow).leased, 1u);
}

TEST(SchedulerTest, InterruptionsDoNotUseABlockUp) {
  EXPECT_EQ(Decide({Pending(0, 0, /*attempt=*/100)}, kIdleA, kNow).leased, 0u);
}

}  // namespace
}  // namespace benchcell
