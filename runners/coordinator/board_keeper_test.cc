#include "runners/coordinator/board_keeper.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "runners/base/files.h"
#include "runners/coordinator/testing.h"
#include "runners/store/sqlite_store.h"

namespace benchcell {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class BoardKeeperTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) /
              testing::UnitTest::GetInstance()->current_test_info()->name();
    ASSERT_TRUE(RemoveAll(folder_).ok());
    store_ = *SqliteStore::Open(folder_ / "store.db", {});
    keeper_ = std::make_unique<BoardKeeper>(
        *store_, [this] { return now_; },
        [this](const std::string&) {
          // In the middle of a read: the store's rows are there, the board doesn't have them yet.
          if (const auto then = std::exchange(while_reading_, nullptr)) then();
          return std::vector<double>();
        });
  }

  void Create(const std::string& id) {
    v1::ExperimentRun run;
    run.set_id(id);
    run.set_digest(id);
    for (uint32_t cell = 0; cell < 2; ++cell) *run.add_block() = Pending(cell, 0, id).block;
    const absl::Status status = store_->CreateRun(run);
    ASSERT_TRUE(status.ok()) << status;
  }

  std::vector<BlockKey> Reserve() {
    Choice choice;
    choice.may_take = [](const std::string&) { return true; };
    choice.most = 5;
    return keeper_->Reserve({"a", 1, std::nullopt}, choice);
  }

  std::filesystem::path folder_;
  absl::Time now_ = kNow;
  std::function<void()> while_reading_;
  std::unique_ptr<SqliteStore> store_;
  std::unique_ptr<BoardKeeper> keeper_;
};

TEST_F(BoardKeeperTest, ReadsWhatIsThereAndWhatOthersChange) {
  Create("first");
  ASSERT_TRUE(keeper_->Refresh().ok());
  EXPECT_THAT(keeper_->ActiveRuns(), ElementsAre("first"));
  Create("second");
  ASSERT_TRUE(keeper_->Refresh().ok());
  EXPECT_THAT(keeper_->ActiveRuns(), SizeIs(1)) << "it was looked at a moment ago";
  now_ += BoardKeeper::kRefresh;
  ASSERT_TRUE(keeper_->Refresh().ok());
  EXPECT_THAT(keeper_->ActiveRuns(), ElementsAre("first", "second"));
}

TEST_F(BoardKeeperTest, OwnChangesAreThereAtOnce) {
  Create("run");
  ASSERT_TRUE(keeper_->Reload("run").ok());
  EXPECT_THAT(keeper_->BlocksOf("run"), SizeIs(2));
  keeper_->Put(Done(0, 0, "a"));
  EXPECT_EQ(keeper_->Find({"run", 0, 0})->state, BlockState::kDone);
  keeper_->Put(Done(1, 0, "a"));
  EXPECT_THAT(keeper_->ActiveRuns(), IsEmpty()) << "it is complete";
}

TEST_F(BoardKeeperTest, WhatChangesWhileAllIsReadStays) {
  Create("run");
  ASSERT_TRUE(keeper_->Reload("run").ok());
  now_ += BoardKeeper::kRefresh;
  while_reading_ = [this] { keeper_->Put(Leased(0, 0, "a", 1, kLater)); };
  ASSERT_TRUE(keeper_->Refresh().ok());
  EXPECT_EQ(keeper_->Find({"run", 0, 0})->state, BlockState::kLeased);
  EXPECT_EQ(keeper_->Find({"run", 1, 0})->state, BlockState::kPending);
}

TEST_F(BoardKeeperTest, WhatChangesWhileARunIsReadStays) {
  Create("run");
  ASSERT_TRUE(keeper_->Reload("run").ok());
  while_reading_ = [this] {
    keeper_->Put(Leased(0, 0, "a", 1, kLater));
    keeper_->Put(Done(0, 0, "a"));
  };
  ASSERT_TRUE(keeper_->Reload("run").ok());
  EXPECT_EQ(keeper_->Find({"run", 0, 0})->state, BlockState::kDone);
}

TEST_F(BoardKeeperTest, ARunThatIsCompletedWhileItIsReadLeavesTheBoard) {
  Create("run");
  ASSERT_TRUE(keeper_->Reload("run").ok());
  while_reading_ = [this] {
    for (uint32_t cell = 0; cell < 2; ++cell) keeper_->Put(Done(cell, 0, "a"));
  };
  ASSERT_TRUE(keeper_->Reload("run").ok());
  EXPECT_THAT(keeper_->ActiveRuns(), IsEmpty());
}

TEST_F(BoardKeeperTest, AReadThatBeganEarlierUndoesNoLaterOne) {
  Create("run");
  while_reading_ = [this] {
    ASSERT_TRUE(store_->Lease({"run", 0, 0}, {"a", 1, kLater}).ok());
    ASSERT_TRUE(keeper_->Reload("run").ok());
  };
  ASSERT_TRUE(keeper_->Refresh().ok());
  EXPECT_EQ(keeper_->Find({"run", 0, 0})->state, BlockState::kLeased);
}

TEST_F(BoardKeeperTest, WhatChangedBeforeAReadIsAsTheStoreHasIt) {
  Create("run");
  ASSERT_TRUE(keeper_->Reload("run").ok());
  keeper_->Put(Leased(0, 0, "a", 1, kLater));
  ASSERT_TRUE(keeper_->Reload("run").ok());
  EXPECT_EQ(keeper_->Find({"run", 0, 0})->state, BlockState::kPending);
}

TEST_F(BoardKeeperTest, ABlockGoesOnAndNotBack) {
  Create("run");
  ASSERT_TRUE(keeper_->Reload("run").ok());
  const BlockRow leased = Leased(0, 0, "a", 1, kLater);
  BlockRow renewed = leased;
  renewed.lease_expires += absl::Seconds(1);
  BlockRow requeued = leased;
  requeued.state = BlockState::kPending;
  const std::vector<BlockRow> steps = {leased, renewed, Done(0, 0, "a"), requeued,
                                       Leased(0, 0, "b", 2, kEarlier)};
  for (size_t i = 0; i < steps.size(); ++i) {
    keeper_->Put(steps[i]);
    for (size_t j = 0; j < i; ++j) keeper_->Put(steps[j]);
    const BlockRow now = *keeper_->Find({"run", 0, 0});
    EXPECT_EQ(now.state, steps[i].state) << i;
    EXPECT_EQ(now.fencing_token, steps[i].fencing_token) << i;
    EXPECT_EQ(now.lease_expires, steps[i].lease_expires) << i;
  }
}

TEST_F(BoardKeeperTest, ARunThatIsNotActiveLeavesTheBoard) {
  Create("run");
  ASSERT_TRUE(keeper_->Reload("run").ok());
  ASSERT_TRUE(store_->SetRunState("run", v1::ACTIVE, v1::CANCELLED).ok());
  ASSERT_TRUE(keeper_->Reload("run").ok());
  EXPECT_THAT(keeper_->ActiveRuns(), IsEmpty());
  EXPECT_FALSE(keeper_->Find({"run", 0, 0}).has_value());
}

TEST_F(BoardKeeperTest, SaysWhetherThereIsSomethingToRead) {
  Create("first");
  EXPECT_TRUE(keeper_->IsRefreshDue());
  ASSERT_TRUE(keeper_->Refresh().ok());
  Create("second");
  EXPECT_FALSE(keeper_->IsRefreshDue()) << "it was looked at a moment ago";
  now_ += BoardKeeper::kRefresh;
  EXPECT_TRUE(keeper_->IsRefreshDue());
}

TEST_F(BoardKeeperTest, RereadsThoughItLookedAMomentAgo) {
  Create("first");
  ASSERT_TRUE(keeper_->Refresh().ok());
  Create("second");
  ASSERT_TRUE(keeper_->Reread().ok());
  EXPECT_THAT(keeper_->ActiveRuns(), ElementsAre("first", "second"));
  Create("third");
  ASSERT_TRUE(keeper_->Reread().ok());
  EXPECT_THAT(keeper_->ActiveRuns(), SizeIs(3));
}

TEST_F(BoardKeeperTest, WhoIsAwayIsFoundNowAndThenAndWhoIsBackAtOnce) {
  v1::ExperimentRun run;
  run.set_id("run");
  run.set_digest("run");
  for (uint32_t round = 0; round < 2; ++round) *run.add_block() = Pending(0, round, "run").block;
  *run.add_block() = Pending(1, 0, "run").block;
  ASSERT_TRUE(store_->CreateRun(run).ok());
  ASSERT_TRUE(keeper_->Reload("run").ok());
  const auto stranded = [&] {
    return keeper_->StrandedFor(
        {"a", 1, std::nullopt}, [](const std::string&) { return true; }, now_);
  };
  EXPECT_THAT(stranded(), IsEmpty());
  keeper_->Put(Done(0, 0, "b"));
  EXPECT_THAT(stranded(), IsEmpty()) << "it was looked at a moment ago";
  now_ += BoardKeeper::kRefresh;
  EXPECT_THAT(stranded(), SizeIs(1));
  keeper_->Put(Leased(1, 0, "b", 7, now_ + absl::Minutes(1)));
  EXPECT_THAT(stranded(), IsEmpty());
}

TEST_F(BoardKeeperTest, TheFirstCandidateIsNobodyElses) {
  Create("run");
  ASSERT_TRUE(keeper_->Reload("run").ok());
  const std::vector<BlockKey> first = Reserve();
  ASSERT_THAT(first, SizeIs(2));
  const std::vector<BlockKey> second = Reserve();
  ASSERT_THAT(second, SizeIs(1));
  EXPECT_EQ(second[0], first[1]);
  EXPECT_THAT(Reserve(), IsEmpty());
  keeper_->Release(first[0]);
  EXPECT_EQ(Reserve().at(0), first[0]);
}

}  // namespace
}  // namespace benchcell
