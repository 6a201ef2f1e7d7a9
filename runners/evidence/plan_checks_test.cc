#include "runners/evidence/plan_checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "runners/evidence/testing.h"

namespace benchcell {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string Refusal(const absl::StatusOr<std::string>& detail) {
  EXPECT_EQ(detail.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(detail.status().message());
}

TEST(CheckOrder, ThePlannedOneHolds) {
  const auto detail = CheckOrder(NumberRun().run);
  ASSERT_TRUE(detail.ok()) << detail.status();
  EXPECT_EQ(*detail, "the 4 blocks are what the seed 5 gives");
}

TEST(CheckOrder, AnotherSeedDoesNot) {
  v1::ExperimentRun run = NumberRun().run;
  run.set_seed(6);
  EXPECT_THAT(Refusal(CheckOrder(run)), HasSubstr("seed in force is 6; the experiment asks for 5"));
  // A seed that was drawn is in the run only.
  run.mutable_resolved()->mutable_experiment()->mutable_protocol()->clear_seed();
  EXPECT_THAT(Refusal(CheckOrder(run)), HasSubstr("the seed 6 gives"));
}

TEST(CheckOrder, ChosenOrdersAreSeen) {
  v1::ExperimentRun run = NumberRun().run;
  run.mutable_block()->SwapElements(0, 1);
  EXPECT_THAT(Refusal(CheckOrder(run)), HasSubstr("block 0 is round"));
  run = NumberRun().run;
  run.mutable_block(2)->mutable_run()->SwapElements(0, 1);
  EXPECT_THAT(Refusal(CheckOrder(run)), HasSubstr("block 2 is"));
  run = NumberRun().run;
  run.mutable_block(3)->mutable_run()->RemoveLast();
  EXPECT_THAT(Refusal(CheckOrder(run)), HasSubstr("has 7 runs; expected 8"));
  run = NumberRun().run;
  run.mutable_block()->RemoveLast();
  EXPECT_THAT(Refusal(CheckOrder(run)), HasSubstr("3 blocks; 2 rounds of 2 cells are 4"));
}

TEST(CheckOrder, CellsAreNumberedAndHaveTheBuilds) {
  v1::ExperimentRun run = NumberRun().run;
  run.mutable_cell(1)->set_index(7);
  EXPECT_THAT(Refusal(CheckOrder(run)), HasSubstr("cell 1 is numbered 7"));
  run = NumberRun().run;
  run.mutable_cell(1)->mutable_build(0)->set_build("new");
  EXPECT_THAT(Refusal(CheckOrder(run)), HasSubstr("build 0 is \"new\"; expected \"old\""));
}

TEST(CheckOrder, WhatCannotBeIsNotWorkedOut) {
  for (const uint32_t number : {0u, 1001u, std::numeric_limits<uint32_t>::max()}) {
    v1::ExperimentRun run = NumberRun().run;
    run.mutable_resolved()->mutable_experiment()->mutable_protocol()->set_rounds(number);
    EXPECT_THAT(Refusal(CheckOrder(run)), HasSubstr("rounds; expected 1 to 1000"));
    run = NumberRun().run;
    run.mutable_resolved()->mutable_experiment()->mutable_protocol()->set_runs(number);
    EXPECT_THAT(Refusal(CheckOrder(run)), HasSubstr("runs; expected 1 to 1000"));
  }
  EXPECT_FALSE(CheckOrder({}).ok());
}

TEST(CheckRecords, OneForEachPlannedRunHolds) {
  v1::ExperimentRun run = NumberRun().run;
  const auto detail = CheckRecords(run);
  ASSERT_TRUE(detail.ok()) << detail.status();
  EXPECT_THAT(*detail, HasSubstr("32 planned runs"));
  // What was superseded is used by nothing, whatever it says.
  v1::RunRecord& kept = *run.add_record();
  kept = run.record(0);
  kept.set_superseded(true);
  kept.set_cell(99);
  EXPECT_TRUE(CheckRecords(run).ok());
}

TEST(CheckRecords, MissingAndSecondRecordsAreNamed) {
  v1::ExperimentRun run = NumberRun().run;
  const v1::RunRecord last = run.record(31);
  run.mutable_record()->RemoveLast();
  EXPECT_THAT(Refusal(CheckRecords(run)), HasSubstr("has no record that counts"));
  *run.add_record() = last;
  *run.add_record() = last;
  EXPECT_THAT(Refusal(CheckRecords(run)), HasSubstr("has more than one record that counts"));
  run = NumberRun().run;
  run.add_record()->set_round(9);
  EXPECT_THAT(Refusal(CheckRecords(run)), HasSubstr("33 records count; 32 runs are planned"));
  run = NumberRun().run;
  run.set_state(v1::ACTIVE);
  EXPECT_THAT(Refusal(CheckRecords(run)), HasSubstr("not complete"));
}

TEST(CheckRecords, RecordsOfOtherRunsMachinesAndTimesAreNamed) {
  v1::ExperimentRun run = NumberRun().run;
  run.mutable_record(3)->mutable_planned()->set_build(1 - run.record(3).planned().build());
  EXPECT_THAT(Refusal(CheckRecords(run)), HasSubstr("which the plan gives to another run"));
  run = NumberRun().run;
  run.mutable_record(3)->set_epoch(2);
  EXPECT_THAT(Refusal(CheckRecords(run)), HasSubstr("of which there are no facts"));
  run.add_machine()->set_id("m1");
  run.mutable_machine(1)->set_epoch(2);
  EXPECT_THAT(Refusal(CheckRecords(run)), HasSubstr("another machine or epoch"));
  run = NumberRun().run;
  run.mutable_record(3)->mutable_start_time()->set_seconds(1);
  EXPECT_THAT(Refusal(CheckRecords(run)), HasSubstr("started before the run that is planned"));
}

TEST(CheckRecords, ASampleIsAFiniteNumber) {
  v1::ExperimentRun run = NumberRun().run;
  run.mutable_record(8)->mutable_sample(0)->set_value(std::numeric_limits<double>::quiet_NaN());
  EXPECT_THAT(Refusal(CheckRecords(run)),
              AllOf(HasSubstr("sample of time"), HasSubstr("no finite number")));
}

}  // namespace
}  // namespace benchcell
