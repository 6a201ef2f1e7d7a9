// Records: those in force, those superseded, and the completion of a run.

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runners/store/store_conformance.h"
#include "runners/store/store_samples.h"

namespace benchcell {
namespace {

using testing::ElementsAre;

constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;

using Place = std::tuple<int, int, int, int, bool>;

// Cell, round, attempt, position and superseded of each record.
std::vector<Place> Places(const v1::ExperimentRun& run) {
  std::vector<Place> places;
  for (const v1::RunRecord& record : run.record()) {
    places.emplace_back(record.cell(), record.round(), record.attempt(),
                        record.planned().position(), record.superseded());
  }
  return places;
}

TEST_P(StoreConformance, FinishedBlockIsDoneAndItsRecordsAreThere) {
  Create(SampleRun("r"));
  const BlockKey key{"r", 1, 0};
  const uint64_t token = Lease(key);
  const std::vector<v1::RunRecord> records = SampleRecords(Row(key));
  ASSERT_TRUE(store().Finish(key, token, records).ok());
  EXPECT_EQ(Row(key).state, BlockState::kDone);
  EXPECT_EQ(Row(key).fencing_token, token);
  Reopen();
  const v1::ExperimentRun run = Load("r");
  ASSERT_EQ(run.record_size(), 2);
  EXPECT_THAT(run.record(0), EqualsMessage(records[0]));
  EXPECT_THAT(run.record(1), EqualsMessage(records[1]));
  EXPECT_EQ(run.state(), v1::ACTIVE);
}

TEST_P(StoreConformance, FinishingAgainIsOkAndChangesNothing) {
  Create(SampleRun("r", 1));
  const BlockKey key{"r", 0, 0};
  const uint64_t token = Lease(key);
  std::vector<v1::RunRecord> records = SampleRecords(Row(key));
  ASSERT_TRUE(store().Finish(key, token, records).ok());
  const v1::ExperimentRun before = Load("r");
  EXPECT_TRUE(store().Finish(key, token, records).ok());
  records[0].set_message("other");
  EXPECT_TRUE(store().Finish(key, token, records).ok());
  EXPECT_TRUE(store().Finish(key, token, {}).ok());
  EXPECT_THAT(Load("r"), EqualsMessage(before));
}

TEST_P(StoreConformance, FinishingAgainIsOkAfterTheRunWasCancelled) {
  Create(SampleRun("r"));
  const BlockKey key{"r", 0, 0};
  const uint64_t token = Lease(key);
  const std::vector<v1::RunRecord> records = SampleRecords(Row(key));
  ASSERT_TRUE(store().Finish(key, token, records).ok());
  ASSERT_TRUE(store().SetRunState("r", v1::ACTIVE, v1::CANCELLED).ok());
  const v1::ExperimentRun before = Load("r");
  EXPECT_TRUE(store().Finish(key, token, records).ok());
  EXPECT_THAT(Load("r"), EqualsMessage(before));
}

TEST_P(StoreConformance, LastBlockMakesTheRunComplete) {
  Create(SampleRun("r", 2, 2));
  Create(SampleRun("other"));
  const std::vector<BlockKey> keys = {{"r", 0, 0}, {"r", 1, 0}, {"r", 0, 1}, {"r", 1, 1}};
  for (const BlockKey& key : keys) {
    EXPECT_EQ(StateOf("r"), v1::ACTIVE);
    Measure(key);
  }
  EXPECT_EQ(StateOf("r"), v1::COMPLETE);
  EXPECT_EQ(StateOf("other"), v1::ACTIVE);
  EXPECT_EQ(*store().FindIncomplete("digest of r"), std::nullopt);
}

TEST_P(StoreConformance, LastBlockMakesACancelledRunComplete) {
  Create(SampleRun("r", 1));
  const BlockKey key{"r", 0, 0};
  const uint64_t token = Lease(key);
  ASSERT_TRUE(store().SetRunState("r", v1::ACTIVE, v1::CANCELLED).ok());
  ASSERT_TRUE(store().Finish(key, token, SampleRecords(Row(key))).ok());
  EXPECT_EQ(StateOf("r"), v1::COMPLETE);
}

TEST_P(StoreConformance, FinishTakesExactlyThePlannedRuns) {
  Create(SampleRun("r"));
  const BlockKey key{"r", 0, 0};
  const uint64_t token = Lease(key);
  const std::vector<v1::RunRecord> good = SampleRecords(Row(key));
  std::vector<std::vector<v1::RunRecord>> bad(7, good);
  bad[0].pop_back();
  bad[1].push_back(good[0]);
  bad[2][1].mutable_planned()->set_position(0);
  bad[3][1].mutable_planned()->set_position(2);
  bad[4][0].set_cell(1);
  bad[5][0].set_round(1);
  bad[6][0].set_attempt(2);
  for (const std::vector<v1::RunRecord>& records : bad) {
    EXPECT_EQ(CodeOf(store().Finish(key, token, records)), kInvalid);
  }
  EXPECT_EQ(Row(key).state, BlockState::kLeased);
  EXPECT_EQ(Load("r").record_size(), 0);
  EXPECT_TRUE(store().Finish(key, token, good).ok());
}

TEST_P(StoreConformance, RecordWithTextThatIsNotUtf8IsRefused) {
  Create(SampleRun("r"));
  const BlockKey key{"r", 0, 0};
  const uint64_t token = Lease(key);
  std::vector<v1::RunRecord> records = SampleRecords(Row(key));
  records[1].set_message("end of the output: \xe2\x82");
  EXPECT_EQ(CodeOf(store().Finish(key, token, records)), kInvalid);
  EXPECT_EQ(CodeOf(store().KeepSuperseded(key, records)), kInvalid);
  EXPECT_EQ(Load("r").record_size(), 0);
}

TEST_P(StoreConformance, FinishedRecordsAreInForceWhateverTheySay) {
  Create(SampleRun("r"));
  const BlockKey key{"r", 0, 0};
  const uint64_t token = Lease(key);
  std::vector<v1::RunRecord> records = SampleRecords(Row(key));
  records[0].set_superseded(true);
  ASSERT_TRUE(store().Finish(key, token, records).ok());
  EXPECT_FALSE(Load("r").record(0).superseded());
}

TEST_P(StoreConformance, KeptRecordsAreSupersededAndChangeNoState) {
  Create(SampleRun("r"));
  const BlockKey key{"r", 0, 0};
  const uint64_t token = Lease(key);
  std::vector<v1::RunRecord> records = SampleRecords(Row(key));
  records.pop_back();
  ASSERT_TRUE(store().KeepSuperseded(key, records).ok());
  EXPECT_EQ(Row(key).state, BlockState::kLeased);
  ASSERT_TRUE(store().Requeue(key, token).ok());
  const v1::ExperimentRun before = Load("r");
  records[0].set_message("other");
  ASSERT_TRUE(store().KeepSuperseded(key, records).ok());
  EXPECT_THAT(Load("r"), EqualsMessage(before));
  ASSERT_EQ(before.record_size(), 1);
  EXPECT_TRUE(before.record(0).superseded());
  EXPECT_EQ(before.record(0).message(), "");
  EXPECT_EQ(Row(key).state, BlockState::kPending);
}

TEST_P(StoreConformance, KeptRecordsMustBeOfTheBlock) {
  Create(SampleRun("r"));
  const BlockKey key{"r", 0, 0};
  Lease(key);
  const std::vector<v1::RunRecord> records = SampleRecords(Row(key));
  EXPECT_EQ(CodeOf(store().KeepSuperseded({"r", 1, 0}, records)), kInvalid);
  EXPECT_EQ(Load("r").record_size(), 0);
  EXPECT_TRUE(store().KeepSuperseded(key, {}).ok());
}

TEST_P(StoreConformance, RecordsComeByCellRoundAttemptAndPosition) {
  Create(SampleRun("r", 2, 2));
  Measure({"r", 1, 1});
  const BlockKey key{"r", 0, 0};
  const uint64_t first = Lease(key);
  const std::vector<v1::RunRecord> lost = SampleRecords(Row(key));
  ASSERT_TRUE(store().Requeue(key, first).ok());
  Measure(key);
  ASSERT_TRUE(store().KeepSuperseded(key, {lost[1]}).ok());
  ASSERT_TRUE(store().KeepSuperseded(key, {lost[0]}).ok());
  Measure({"r", 0, 1});
  EXPECT_THAT(Places(Load("r")), ElementsAre(Place(0, 0, 1, 0, true), Place(0, 0, 1, 1, true),
                                             Place(0, 0, 2, 0, false), Place(0, 0, 2, 1, false),
                                             Place(0, 1, 1, 0, false), Place(0, 1, 1, 1, false),
                                             Place(1, 1, 1, 0, false), Place(1, 1, 1, 1, false)));
}

// The last attempt was lost for good: its remains are kept, and records that say so are in force.
TEST_P(StoreConformance, RemainsOfAnAttemptStandBesideItsRecordsInForce) {
  Create(SampleRun("r"));
  const BlockKey key{"r", 0, 0};
  const uint64_t token = Lease(key);
  std::vector<v1::RunRecord> records = SampleRecords(Row(key));
  ASSERT_TRUE(store().KeepSuperseded(key, {records[0]}).ok());
  for (v1::RunRecord& record : records) record.set_status(v1::LOST);
  ASSERT_TRUE(store().Finish(key, token, records).ok());
  const v1::ExperimentRun run = Load("r");
  EXPECT_THAT(Places(run), ElementsAre(Place(0, 0, 1, 0, false), Place(0, 0, 1, 0, true),
                                       Place(0, 0, 1, 1, false)));
  EXPECT_EQ(run.record(0).status(), v1::LOST);
  EXPECT_EQ(run.record(1).status(), v1::OK);
}

TEST_P(StoreConformance, LargePayloadsComeBackWhole) {
  v1::ExperimentRun run = SampleRun("r", 1);
  std::string source;
  for (int i = 0; i < 5'000'000; ++i) source.push_back(static_cast<char>(i * 31 + i / 251));
  run.mutable_resolved()->set_source(source);
  Create(run);
  const BlockKey key{"r", 0, 0};
  const uint64_t token = Lease(key);
  std::vector<v1::RunRecord> records = SampleRecords(Row(key));
  records[0].set_message(std::string(4'000'000, 'm'));
  for (int i = 0; i < 100'000; ++i) {
    v1::Sample& sample = *records[1].add_sample();
    sample.set_metric("wall_time");
    sample.set_benchmark("name " + std::to_string(i));
    sample.set_value(i);
  }
  ASSERT_TRUE(store().Finish(key, token, records).ok());
  Reopen();
  const v1::ExperimentRun loaded = Load("r");
  EXPECT_TRUE(loaded.resolved().source() == source);
  ASSERT_EQ(loaded.record_size(), 2);
  EXPECT_TRUE(loaded.record(0).SerializeAsString() == records[0].SerializeAsString());
  EXPECT_TRUE(loaded.record(1).SerializeAsString() == records[1].SerializeAsString());
}

}  // namespace
}  // namespace benchcell
