// What is refused is in the tests of every store; here, that the messages say which it was.

#include "runners/store/checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "runners/store/store_samples.h"

namespace benchcell {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string Message(const absl::Status& status) { return std::string(status.message()); }

TEST(ChecksTest, NewRunSaysWhichBlockIsWrong) {
  v1::ExperimentRun run = SampleRun("r");
  EXPECT_TRUE(CheckNewRun(run).ok());
  run.mutable_block(1)->set_position(0);
  EXPECT_THAT(Message(CheckNewRun(run)), HasSubstr("cell 1, round 0 of run r has position 0"));
  run.mutable_block(1)->set_cell(0);
  EXPECT_THAT(Message(CheckNewRun(run)), HasSubstr("cell 0, round 0 of run r is there twice"));
  run.clear_block();
  EXPECT_THAT(Message(CheckNewRun(run)), HasSubstr("run r has no blocks"));
}

TEST(ChecksTest, FinishedSaysWhichRecordIsWrong) {
  BlockRow row;
  row.key = {"r", 0, 0};
  row.block = SampleRun("r").block(0);
  row.attempt = 3;
  const auto message = [&](const std::vector<v1::RunRecord>& records) {
    return Message(CheckFinished(row.key, row.block, row.attempt, records));
  };
  const std::vector<v1::RunRecord> good = SampleRecords(row);
  EXPECT_EQ(message(good), "");
  EXPECT_THAT(message({good[0]}), HasSubstr("position 1 is missing"));
  EXPECT_THAT(message({good[0], good[0]}), HasSubstr("position 0 is one too many"));
  std::vector<v1::RunRecord> late = good;
  late[1].set_attempt(2);
  EXPECT_THAT(message(late), HasSubstr("position 1 is of attempt 2, and the lease is attempt 3"));
  late[1].set_cell(8);
  EXPECT_THAT(message(late), HasSubstr("a record is of cell 8, round 0"));
}

TEST(ChecksTest, RunTransitionNamesBothStates) {
  EXPECT_TRUE(CheckRunTransition(v1::ACTIVE, v1::CANCELLED).ok());
  EXPECT_THAT(Message(CheckRunTransition(v1::COMPLETE, v1::ACTIVE)),
              HasSubstr("from COMPLETE to ACTIVE"));
}

}  // namespace
}  // namespace benchcell
