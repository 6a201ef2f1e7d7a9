// Whole runs from elsewhere, into a store.

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runners/store/sqlite_store.h"
#include "runners/store/store_samples.h"

namespace benchcell {
namespace {

class SqliteImportTest : public testing::Test {
 protected:
  static std::unique_ptr<SqliteStore> OpenStore(const std::string& name) {
    const auto folder = std::filesystem::path(testing::TempDir()) /
                        testing::UnitTest::GetInstance()->current_test_info()->name();
    const auto file = folder / name;
    std::filesystem::remove(file);
    auto store = SqliteStore::Open(file, {});
    EXPECT_TRUE(store.ok()) << store.status();
    return *std::move(store);
  }

  // A run that `from` has measured to its end: a cell was begun anew, and a block has remains of an
  // attempt that was given up.
  static v1::ExperimentRun MeasuredRun(SqliteStore& from) {
    EXPECT_TRUE(from.EnrollMachine(SampleMachine("m1", "6.1")).ok());
    EXPECT_TRUE(from.CreateRun(SampleRun("r1", 2, 2)).ok());
    const auto finish = [&](const BlockRow& row) {
      const auto token = from.Lease(row.key, SampleTerms());
      EXPECT_TRUE(token.ok()) << token.status();
      const std::vector<BlockRow> blocks = *from.Blocks("r1");
      for (const BlockRow& leased : blocks) {
        if (!(leased.key == row.key)) continue;
        EXPECT_TRUE(from.Finish(row.key, *token, SampleRecords(leased)).ok());
      }
    };
    const std::vector<BlockRow> rows = *from.Blocks("r1");
    finish(rows[0]);
    EXPECT_TRUE(from.RestartCell("r1", rows[0].key.cell, "m1", 1).ok());
    for (const BlockRow& row : rows) finish(row);
    BlockRow given_up = rows[1];
    given_up.attempt = 7;
    EXPECT_TRUE(from.KeepSuperseded(rows[1].key, SampleRecords(given_up)).ok());
    return *from.LoadRun("r1");
  }
};

TEST_F(SqliteImportTest, ARunOfAnotherStoreIsTheSameHere) {
  const auto from = OpenStore("from.db");
  const v1::ExperimentRun run = MeasuredRun(*from);
  ASSERT_EQ(run.state(), v1::COMPLETE);
  ASSERT_EQ(run.machine_size(), 1);
  const auto to = OpenStore("to.db");
  ASSERT_TRUE(to->ImportRun(run).ok()) << to->ImportRun(run);
  EXPECT_THAT(*to->LoadRun("r1"), EqualsMessage(run));
  const auto runs = *to->ListRuns();
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_EQ(runs[0].blocks_done(), 4u);
  EXPECT_TRUE(to->ActiveBlocks()->empty());
  EXPECT_EQ(*to->FindIncomplete(run.digest()), std::nullopt);
}

TEST_F(SqliteImportTest, RecordsOfNoMachineAreKept) {
  v1::ExperimentRun run = MeasuredRun(*OpenStore("from.db"));
  run.clear_machine();
  for (v1::RunRecord& record : *run.mutable_record()) {
    record.clear_machine();
    record.clear_epoch();
  }
  const auto to = OpenStore("to.db");
  ASSERT_TRUE(to->ImportRun(run).ok());
  EXPECT_THAT(*to->LoadRun("r1"), EqualsMessage(run));
}

TEST_F(SqliteImportTest, AnIdThatIsTakenIsRefused) {
  const auto store = OpenStore("from.db");
  const v1::ExperimentRun run = MeasuredRun(*store);
  EXPECT_EQ(CodeOf(store->ImportRun(run)), absl::StatusCode::kAlreadyExists);
}

TEST_F(SqliteImportTest, AMachineWithOtherFactsIsRefusedAndNothingIsKept) {
  const v1::ExperimentRun run = MeasuredRun(*OpenStore("from.db"));
  const auto to = OpenStore("to.db");
  ASSERT_TRUE(to->EnrollMachine(SampleMachine("m1", "6.2")).ok());
  EXPECT_EQ(CodeOf(to->ImportRun(run)), absl::StatusCode::kFailedPrecondition);
  EXPECT_TRUE(to->ListRuns()->empty());
}

TEST_F(SqliteImportTest, WhatNoStoreCouldHaveMadeIsRefused) {
  const v1::ExperimentRun good = MeasuredRun(*OpenStore("from.db"));
  const auto to = OpenStore("to.db");
  std::vector<v1::ExperimentRun> bad(6, good);
  bad[0].set_state(v1::CANCELLED);
  bad[1].mutable_record()->RemoveLast();
  *bad[2].add_record() = good.record(good.record_size() - 1);
  bad[3].mutable_record(0)->set_round(17);
  bad[4].clear_block();
  bad[5].set_id(std::string("r\0", 2));
  for (size_t i = 0; i < bad.size(); ++i) {
    EXPECT_EQ(CodeOf(to->ImportRun(bad[i])), absl::StatusCode::kInvalidArgument) << i;
  }
  EXPECT_TRUE(to->ListRuns()->empty());
}

}  // namespace
}  // namespace benchcell
