#include "runners/store/block_standing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace benchcell {
namespace {

using testing::HasSubstr;

const BlockKey kKey{"r", 3, 1};

BlockStanding Standing(BlockState state, uint64_t token) {
  return {.run_state = v1::ACTIVE, .state = state, .attempt = 2, .fencing_token = token};
}

TEST(BlockStandingTest, OnlyPendingBlocksOfActiveRunsAreLeasable) {
  for (const v1::RunState run : {v1::ACTIVE, v1::CANCELLED, v1::COMPLETE}) {
    for (const BlockState state : {BlockState::kPending, BlockState::kLeased, BlockState::kDone}) {
      BlockStanding standing = Standing(state, 7);
      standing.run_state = run;
      const bool legal = run == v1::ACTIVE && state == BlockState::kPending;
      EXPECT_EQ(CheckLeasable(kKey, standing).code(),
                legal ? absl::StatusCode::kOk : absl::StatusCode::kAborted);
    }
  }
}

TEST(BlockStandingTest, LeasedMeansLeasedWithThisToken) {
  EXPECT_TRUE(CheckLeasedWith(kKey, Standing(BlockState::kLeased, 7), 7).ok());
  for (const BlockStanding& other :
       {Standing(BlockState::kLeased, 8), Standing(BlockState::kPending, 7),
        Standing(BlockState::kDone, 7)}) {
    EXPECT_TRUE(absl::IsAborted(CheckLeasedWith(kKey, other, 7)));
  }
}

TEST(BlockStandingTest, DoneMeansDoneWithThisToken) {
  EXPECT_TRUE(Standing(BlockState::kDone, 7).DoneWith(7));
  EXPECT_FALSE(Standing(BlockState::kDone, 8).DoneWith(7));
  EXPECT_FALSE(Standing(BlockState::kLeased, 7).DoneWith(7));
}

TEST(CellStandingTest, RestartableMeansBegunAndNobodysJustNow) {
  const auto code = [](v1::RunState run, uint32_t pending, uint32_t leased, uint32_t done,
                       uint32_t elsewhere) {
    return CheckRestartable("r", 3, {run, pending, leased, done, elsewhere}, "m", 2).code();
  };
  EXPECT_EQ(code(v1::ACTIVE, 1, 0, 2, 0), absl::StatusCode::kOk);
  EXPECT_EQ(code(v1::CANCELLED, 1, 0, 2, 0), absl::StatusCode::kAborted);
  EXPECT_EQ(code(v1::ACTIVE, 0, 0, 2, 0), absl::StatusCode::kAborted);
  EXPECT_EQ(code(v1::ACTIVE, 1, 1, 2, 0), absl::StatusCode::kAborted);
  EXPECT_EQ(code(v1::ACTIVE, 1, 0, 0, 0), absl::StatusCode::kAborted);
  EXPECT_EQ(code(v1::ACTIVE, 1, 0, 2, 1), absl::StatusCode::kAborted);
  EXPECT_EQ(code(v1::ACTIVE, 0, 0, 0, 0), absl::StatusCode::kNotFound);
  const absl::Status status = CheckRestartable("r", 3, {v1::ACTIVE, 4, 5, 6, 7}, "m", 2);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("cell 3 of run r: 4 blocks are pending, 5 leased, 6 done, 7 of these not "
                        "by machine m in epoch 2"));
}

TEST(BlockStandingTest, RefusalsSayWhatWasFoundAndExpected) {
  const absl::Status status = CheckLeasedWith(kKey, Standing(BlockState::kDone, 9), 7);
  EXPECT_THAT(std::string(status.message()), HasSubstr("cell 3, round 1 of run r is done"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("newest token is 9"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("leased with token 7"));
  BlockStanding cancelled = Standing(BlockState::kPending, 0);
  cancelled.run_state = v1::CANCELLED;
  EXPECT_THAT(std::string(CheckLeasable(kKey, cancelled).message()),
              HasSubstr("the run is CANCELLED"));
  EXPECT_TRUE(absl::IsNotFound(NoSuchRun("r")));
  EXPECT_TRUE(absl::IsNotFound(NoSuchBlock(kKey)));
}

}  // namespace
}  // namespace benchcell
