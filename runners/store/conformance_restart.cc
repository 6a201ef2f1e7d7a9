// Cells that are begun anew: when that is refused, what becomes of blocks and records, and who may
// measure the cell then.

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runners/store/store_conformance.h"
#include "runners/store/store_samples.h"

namespace benchcell {
namespace {

using testing::ElementsAre;

constexpr absl::StatusCode kOk = absl::StatusCode::kOk;
constexpr absl::StatusCode kAborted = absl::StatusCode::kAborted;
constexpr absl::StatusCode kNotFound = absl::StatusCode::kNotFound;

LeaseTerms On(const std::string& machine, uint32_t epoch) {
  return {.machine = machine, .epoch = epoch, .expires = absl::UnixEpoch() + absl::Hours(1)};
}

// Round, attempt and position of each record, and whether it is in force.
using Place = std::tuple<int, int, int, bool>;
std::vector<Place> Places(const v1::ExperimentRun& run) {
  std::vector<Place> places;
  for (const v1::RunRecord& record : run.record()) {
    places.emplace_back(record.round(), record.attempt(), record.planned().position(),
                        !record.superseded());
  }
  return places;
}

// Measures a block on another machine or in another epoch than those of SampleTerms.
void MeasureOn(Store& store, const BlockKey& key, const LeaseTerms& terms) {
  const absl::StatusOr<uint64_t> token = store.Lease(key, terms);
  ASSERT_TRUE(token.ok()) << token.status();
  const std::vector<BlockRow> rows = *store.Blocks(key.run_id);
  for (const BlockRow& row : rows) {
    if (row.key != key) continue;
    ASSERT_TRUE(store.Finish(key, *token, SampleRecords(row)).ok());
  }
}

TEST_P(StoreConformance, OnlyCellsWithPendingAndDoneBlocksAndNoneLeasedAreBegunAnew) {
  for (int states = 0; states < 27; ++states) {
    const std::string id = "r" + std::to_string(states);
    // Another cell keeps the run ACTIVE.
    Create(SampleRun(id, 2, 3));
    const std::vector<int> each = {states % 3, states / 3 % 3, states / 9};
    int count[3] = {};
    for (uint32_t round = 0; round < 3; ++round) {
      ++count[each[round]];
      if (each[round] == 1) Lease({id, 0, round});
      if (each[round] == 2) Measure({id, 0, round});
    }
    const bool legal = count[0] > 0 && count[1] == 0 && count[2] > 0;
    const v1::ExperimentRun before = Load(id);
    EXPECT_EQ(CodeOf(store().RestartCell(id, 0, "m1", 1)), legal ? kOk : kAborted) << states;
    for (uint32_t round = 0; round < 3; ++round) {
      const BlockState expected = legal ? BlockState::kPending : BlockState(each[round]);
      EXPECT_EQ(Row({id, 0, round}).state, expected) << states;
    }
    if (legal) continue;
    EXPECT_THAT(Load(id), EqualsMessage(before)) << states;
  }
}

TEST_P(StoreConformance, CellIsBegunAnewOnlyByWhoKnowsWhereItWasDone) {
  Create(SampleRun("r", 1, 3));
  Measure({"r", 0, 0});
  EXPECT_EQ(CodeOf(store().RestartCell("r", 0, "m2", 1)), kAborted);
  EXPECT_EQ(CodeOf(store().RestartCell("r", 0, "m1", 2)), kAborted);
  EXPECT_EQ(CodeOf(store().RestartCell("r", 0, "\xff", 1)), absl::StatusCode::kInvalidArgument);
  MeasureOn(store(), {"r", 0, 1}, On("m1", 2));
  EXPECT_EQ(CodeOf(store().RestartCell("r", 0, "m1", 1)), kAborted) << "not all of it there";
  EXPECT_EQ(CodeOf(store().RestartCell("r", 0, "m1", 2)), kAborted);
  EXPECT_THAT(Places(Load("r")), ElementsAre(Place(0, 1, 0, true), Place(0, 1, 1, true),
                                             Place(1, 1, 0, true), Place(1, 1, 1, true)));
}

TEST_P(StoreConformance, LeasesThatWereLostSayNothingAboutWhereACellWasDone) {
  Create(SampleRun("r", 1, 2));
  const absl::StatusOr<uint64_t> lost = store().Lease({"r", 0, 1}, On("m2", 7));
  ASSERT_TRUE(store().Requeue({"r", 0, 1}, *lost).ok());
  Measure({"r", 0, 0});
  EXPECT_TRUE(store().RestartCell("r", 0, "m1", 1).ok());
}

TEST_P(StoreConformance, CellsOfOtherThanActiveRunsAreNotBegunAnew) {
  Create(SampleRun("r", 1, 2));
  Measure({"r", 0, 0});
  ASSERT_TRUE(store().SetRunState("r", v1::ACTIVE, v1::CANCELLED).ok());
  EXPECT_EQ(CodeOf(store().RestartCell("r", 0, "m1", 1)), kAborted);
  EXPECT_EQ(Row({"r", 0, 0}).state, BlockState::kDone);
  ASSERT_TRUE(store().SetRunState("r", v1::CANCELLED, v1::ACTIVE).ok());
  Measure({"r", 0, 1});
  EXPECT_EQ(CodeOf(store().RestartCell("r", 0, "m1", 1)), kAborted) << "it is complete";
  EXPECT_EQ(StateOf("r"), v1::COMPLETE);
}

TEST_P(StoreConformance, CellThatIsNotThereIsNotBegunAnew) {
  Create(SampleRun("r"));
  EXPECT_EQ(CodeOf(store().RestartCell("none", 0, "m1", 1)), kNotFound);
  EXPECT_EQ(CodeOf(store().RestartCell("\xff", 0, "m1", 1)), kNotFound);
  EXPECT_EQ(CodeOf(store().RestartCell("r", 2, "m1", 1)), kNotFound);
}

TEST_P(StoreConformance, CellBegunAnewIsPendingAndItsRecordsAreSuperseded) {
  Create(SampleRun("r", 2, 3));
  Measure({"r", 0, 0});
  Measure({"r", 0, 1});
  Measure({"r", 1, 0});
  const BlockRow before = Row({"r", 0, 1});
  ASSERT_TRUE(store().RestartCell("r", 0, "m1", 1).ok());
  Reopen();
  const BlockRow after = Row({"r", 0, 1});
  EXPECT_EQ(after.state, BlockState::kPending);
  EXPECT_EQ(after.attempt, 1);
  EXPECT_EQ(after.fencing_token, before.fencing_token);
  EXPECT_EQ(after.machine, "m1");
  EXPECT_EQ(after.lease_expires, before.lease_expires);
  EXPECT_EQ(Row({"r", 1, 0}).state, BlockState::kDone) << "another cell";
  const v1::ExperimentRun run = Load("r");
  for (const v1::RunRecord& record : run.record()) {
    EXPECT_EQ(record.superseded(), record.cell() == 0);
    EXPECT_EQ(record.sample(0).value(), 0.25 + record.planned().position()) << "kept as it was";
  }
  EXPECT_EQ(run.record_size(), 6);
  EXPECT_EQ(store().ListRuns()->at(0).blocks_done(), 1);
  EXPECT_EQ(CodeOf(store().RestartCell("r", 0, "m1", 1)), kAborted) << "nothing of it is done";
}

TEST_P(StoreConformance, CellBegunAnewIsAnyMachinesAndIsCompletedByIt) {
  Create(SampleRun("r", 1, 2));
  const std::vector<BlockKey> cell = {{"r", 0, 0}, {"r", 0, 1}};
  Measure(cell[0]);
  EXPECT_FALSE(store().Claim(cell, On("m2", 5))->has_value());
  ASSERT_TRUE(store().RestartCell("r", 0, "m1", 1).ok());
  const std::optional<ClaimedBlock> claimed = *store().Claim(cell, On("m2", 5));
  ASSERT_TRUE(claimed.has_value());
  EXPECT_EQ(claimed->candidate, 0);
  EXPECT_EQ(claimed->attempt, 2) << "attempts go on";
  EXPECT_FALSE(store().Claim(cell, On("m1", 1))->has_value()) << "it is the other's now";
  ASSERT_TRUE(store().Finish(cell[0], claimed->fencing_token, SampleRecords(Row(cell[0]))).ok());
  EXPECT_EQ(StateOf("r"), v1::ACTIVE);
  MeasureOn(store(), cell[1], On("m2", 5));
  EXPECT_EQ(StateOf("r"), v1::COMPLETE);
  EXPECT_THAT(Places(Load("r")),
              ElementsAre(Place(0, 1, 0, false), Place(0, 1, 1, false), Place(0, 2, 0, true),
                          Place(0, 2, 1, true), Place(1, 1, 0, true), Place(1, 1, 1, true)));
}

TEST_P(StoreConformance, LateDeliveryToACellBegunAnewIsRefusedAndKeptOnce) {
  Create(SampleRun("r", 1, 2));
  const BlockKey key{"r", 0, 0};
  const uint64_t old = Lease(key);
  std::vector<v1::RunRecord> records = SampleRecords(Row(key));
  ASSERT_TRUE(store().Finish(key, old, records).ok());
  ASSERT_TRUE(store().RestartCell("r", 0, "m1", 1).ok());
  const v1::ExperimentRun before = Load("r");
  EXPECT_EQ(CodeOf(store().Finish(key, old, records)), kAborted);
  EXPECT_EQ(CodeOf(store().Renew(key, old, absl::UnixEpoch())), kAborted);
  EXPECT_EQ(CodeOf(store().Requeue(key, old)), kAborted);
  EXPECT_TRUE(store().KeepSuperseded(key, records).ok());
  EXPECT_THAT(Load("r"), EqualsMessage(before)) << "they are there already";
  // What the block was given up with is not what its machine had measured after all.
  records[0].set_message("other");
  EXPECT_TRUE(store().KeepSuperseded(key, records).ok());
  EXPECT_TRUE(store().KeepSuperseded(key, records).ok());
  EXPECT_THAT(Places(Load("r")),
              ElementsAre(Place(0, 1, 0, false), Place(0, 1, 0, false), Place(0, 1, 1, false)));
  MeasureOn(store(), key, On("m2", 1));
  EXPECT_EQ(CodeOf(store().Finish(key, old, records)), kAborted);
}

TEST_P(StoreConformance, RecordsKeptBesideThoseInForceStayWhenTheCellIsBegunAnew) {
  Create(SampleRun("r", 1, 2));
  const BlockKey key{"r", 0, 0};
  for (uint32_t attempt = 1; attempt <= 2; ++attempt) {
    const uint64_t token = Lease(key);
    std::vector<v1::RunRecord> records = SampleRecords(Row(key));
    records.pop_back();
    records[0].set_message("remains");
    ASSERT_TRUE(store().KeepSuperseded(key, records).ok());
    ASSERT_TRUE(store().Finish(key, token, SampleRecords(Row(key))).ok());
    ASSERT_TRUE(store().RestartCell("r", 0, "m1", 1).ok());
  }
  const v1::ExperimentRun run = Load("r");
  EXPECT_THAT(Places(run),
              ElementsAre(Place(0, 1, 0, false), Place(0, 1, 0, false), Place(0, 1, 1, false),
                          Place(0, 2, 0, false), Place(0, 2, 0, false), Place(0, 2, 1, false)));
  EXPECT_EQ(run.record(0).message(), "remains");
  EXPECT_EQ(run.record(1).message(), "");
}

// Whoever is faster: one of two begins the cell anew, or a block was leased and both are refused.
TEST_P(StoreConformance, CellIsBegunAnewOnceAndNotWhileABlockIsLeased) {
  const std::unique_ptr<Store> second = *database().Open(nullptr);
  for (int i = 0; i < 20 && !HasFailure(); ++i) {
    const std::string id = "r" + std::to_string(i);
    Create(SampleRun(id, 1, 2));
    Measure({id, 0, 0});
    std::atomic<int> ready = 0;
    std::vector<absl::Status> restarted(2);
    std::optional<ClaimedBlock> claimed;
    const auto restart = [&](Store& store, absl::Status& status) {
      ++ready;
      while (ready < 3) std::this_thread::yield();
      status = store.RestartCell(id, 0, "m1", 1);
    };
    std::thread one([&] { restart(store(), restarted[0]); });
    std::thread two([&] { restart(*second, restarted[1]); });
    std::thread three([&] {
      ++ready;
      while (ready < 3) std::this_thread::yield();
      claimed = *second->Claim({{id, 0, 1}}, SampleTerms());
    });
    one.join();
    two.join();
    three.join();
    const int won = restarted[0].ok() + restarted[1].ok();
    EXPECT_LE(won, 1);
    for (const absl::Status& status : restarted) {
      EXPECT_TRUE(status.ok() || CodeOf(status) == kAborted) << status;
    }
    EXPECT_TRUE(won == 1 || claimed.has_value());
    EXPECT_EQ(Row({id, 0, 0}).state, won == 1 ? BlockState::kPending : BlockState::kDone);
    const v1::ExperimentRun run = Load(id);
    for (const v1::RunRecord& record : run.record()) {
      EXPECT_EQ(record.superseded(), won == 1);
    }
  }
}

}  // namespace
}  // namespace benchcell
