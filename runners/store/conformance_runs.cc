// Whole runs: what is stored comes back, is found again, and changes state as it may.

#include <optional>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runners/store/store_conformance.h"
#include "runners/store/store_samples.h"

namespace benchcell {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> Ids(const std::vector<v1::RunSummary>& summaries) {
  std::vector<std::string> ids;
  for (const v1::RunSummary& summary : summaries) ids.push_back(summary.id());
  return ids;
}

v1::ExperimentRun RunAt(const std::string& id, int64_t seconds, int32_t nanos) {
  v1::ExperimentRun run = SampleRun(id);
  run.set_digest("same");
  run.mutable_created()->set_seconds(seconds);
  run.mutable_created()->set_nanos(nanos);
  return run;
}

TEST_P(StoreConformance, EmptyStoreHasNothing) {
  EXPECT_THAT(*store().ListRuns(), IsEmpty());
  EXPECT_THAT(*store().ActiveBlocks(), IsEmpty());
  EXPECT_EQ(*store().FindIncomplete("digest"), std::nullopt);
  EXPECT_EQ(CodeOf(store().LoadRun("r")), absl::StatusCode::kNotFound);
  EXPECT_EQ(CodeOf(store().Blocks("r")), absl::StatusCode::kNotFound);
  EXPECT_EQ(CodeOf(store().SetRunState("r", v1::ACTIVE, v1::CANCELLED)),
            absl::StatusCode::kNotFound);
}

TEST_P(StoreConformance, LoadsWhatWasCreatedAlsoAfterReopening) {
  v1::ExperimentRun run = SampleRun("r", 3, 2);
  Create(run);
  run.set_state(v1::ACTIVE);
  EXPECT_THAT(Load("r"), EqualsMessage(run));
  Reopen();
  EXPECT_THAT(Load("r"), EqualsMessage(run));
}

TEST_P(StoreConformance, CreateIgnoresStateRecordsAndMachines) {
  v1::ExperimentRun run = SampleRun("r");
  v1::ExperimentRun more = run;
  more.set_state(v1::COMPLETE);
  more.add_record()->set_message("not of this store");
  *more.add_machine() = SampleMachine("m", "6.1");
  Create(more);
  run.set_state(v1::ACTIVE);
  EXPECT_THAT(Load("r"), EqualsMessage(run));
}

TEST_P(StoreConformance, TakenIdIsRefusedAndChangesNothing) {
  Create(SampleRun("r", 2));
  const v1::ExperimentRun before = Load("r");
  EXPECT_EQ(CodeOf(store().CreateRun(SampleRun("r", 5))), absl::StatusCode::kAlreadyExists);
  EXPECT_THAT(Load("r"), EqualsMessage(before));
}

TEST_P(StoreConformance, BlocksComeByPositionWhateverTheirOrder) {
  v1::ExperimentRun run = SampleRun("r", 3);
  run.mutable_block(0)->set_position(2);
  run.mutable_block(1)->set_position(0);
  run.mutable_block(2)->set_position(1);
  Create(run);
  const v1::ExperimentRun loaded = Load("r");
  ASSERT_EQ(loaded.block_size(), 3);
  EXPECT_EQ(loaded.block(0).cell(), 1);
  EXPECT_EQ(loaded.block(1).cell(), 2);
  EXPECT_EQ(loaded.block(2).cell(), 0);
  EXPECT_EQ((*store().Blocks("r"))[0].key.cell, 1);
}

TEST_P(StoreConformance, ImpossibleRunsAreRefusedAndLeaveNothing) {
  const v1::ExperimentRun good = SampleRun("r");
  v1::ExperimentRun no_blocks = good;
  no_blocks.clear_block();
  v1::ExperimentRun same_cell = good;
  same_cell.mutable_block(1)->set_cell(0);
  v1::ExperimentRun same_position = good;
  same_position.mutable_block(1)->set_position(0);
  v1::ExperimentRun same_planned = good;
  same_planned.mutable_block(1)->mutable_run(1)->set_position(0);
  v1::ExperimentRun zero_byte = good;
  zero_byte.set_id(std::string("r\0x", 3));
  v1::ExperimentRun zero_digest = good;
  zero_digest.set_digest(std::string("d\0", 2));
  v1::ExperimentRun zero_name = good;
  zero_name.mutable_resolved()->mutable_experiment()->set_name(std::string("\0n", 2));
  for (const auto& run :
       {no_blocks, same_cell, same_position, same_planned, zero_byte, zero_digest, zero_name}) {
    EXPECT_EQ(CodeOf(store().CreateRun(run)), absl::StatusCode::kInvalidArgument)
        << run.ShortDebugString();
  }
  EXPECT_THAT(*store().ListRuns(), IsEmpty());
}

TEST_P(StoreConformance, TextThatIsNotUtf8IsRefused) {
  v1::ExperimentRun run = SampleRun("r");
  run.mutable_resolved()->mutable_experiment()->set_title("\xff\xfe");
  EXPECT_EQ(CodeOf(store().CreateRun(run)), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(CodeOf(store().CreateRun(SampleRun("\xc0"))), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(*store().ListRuns(), IsEmpty());
}

TEST_P(StoreConformance, OddIdsAreIdsLikeOthers) {
  const std::vector<std::string> ids = {
      "",    "'", "\"", "a'; DROP TABLE run; --", "line\nbreak\ttab", "\xf0\x9f\x90\x8c", "a%_b\\",
      " a ", "A", "a"};
  for (const std::string& id : ids) Create(SampleRun(id));
  EXPECT_EQ(store().ListRuns()->size(), ids.size());
  for (const std::string& id : ids) {
    SCOPED_TRACE(id);
    Measure({id, 1, 0});
    EXPECT_EQ(Load(id).id(), id);
    EXPECT_EQ(Load(id).record_size(), 2);
    EXPECT_EQ(*store().FindIncomplete("digest of " + id), id);
  }
}

TEST_P(StoreConformance, ListsTheNewestFirst) {
  Create(RunAt("b", 1000, 5));
  Create(RunAt("a", 1000, 5));
  Create(RunAt("oldest", -7, 0));
  Create(RunAt("newest", 1001, 0));
  Create(RunAt("older", 1000, 4));
  const std::vector<v1::RunSummary> summaries = *store().ListRuns();
  EXPECT_THAT(Ids(summaries), ElementsAre("newest", "a", "b", "older", "oldest"));
}

TEST_P(StoreConformance, SummarySaysHowFarARunIs) {
  Create(SampleRun("r", 3));
  Create(SampleRun("other"));
  Measure({"r", 1, 0});
  Lease({"r", 2, 0});
  v1::RunSummary expected;
  expected.set_id("r");
  expected.set_experiment("sample");
  expected.mutable_created()->set_seconds(1000);
  expected.set_state(v1::ACTIVE);
  expected.set_blocks(3);
  expected.set_blocks_done(1);
  EXPECT_THAT((*store().ListRuns())[1], EqualsMessage(expected));
}

TEST_P(StoreConformance, FindsTheNewestIncompleteRunOfADigest) {
  Create(RunAt("older", 1000, 0));
  Create(RunAt("newer", 2000, 0));
  Create(RunAt("oldest", 500, 0));
  EXPECT_EQ(*store().FindIncomplete("same"), "newer");
  ASSERT_TRUE(store().SetRunState("newer", v1::ACTIVE, v1::CANCELLED).ok());
  EXPECT_EQ(*store().FindIncomplete("same"), "newer");
  Measure({"older", 0, 0});
  ASSERT_TRUE(store().SetRunState("newer", v1::CANCELLED, v1::ACTIVE).ok());
  Measure({"newer", 0, 0});
  Measure({"newer", 1, 0});
  EXPECT_EQ(*store().FindIncomplete("same"), "older");
  EXPECT_EQ(*store().FindIncomplete("Same"), std::nullopt);
  EXPECT_EQ(*store().FindIncomplete(""), std::nullopt);
}

TEST_P(StoreConformance, EveryPairOfRunStatesIsLegalOrRefused) {
  const std::vector<v1::RunState> all = {v1::RUN_STATE_UNSPECIFIED, v1::ACTIVE, v1::CANCELLED,
                                         v1::COMPLETE};
  Create(SampleRun("ACTIVE"));
  Create(SampleRun("CANCELLED"));
  ASSERT_TRUE(store().SetRunState("CANCELLED", v1::ACTIVE, v1::CANCELLED).ok());
  Create(SampleRun("COMPLETE", 1));
  Measure({"COMPLETE", 0, 0});
  for (const v1::RunState now : {v1::ACTIVE, v1::CANCELLED, v1::COMPLETE}) {
    const std::string id = v1::RunState_Name(now);
    for (const v1::RunState from : all) {
      for (const v1::RunState to : all) {
        SCOPED_TRACE(id + ": " + v1::RunState_Name(from) + " to " + v1::RunState_Name(to));
        const bool possible = (from == v1::ACTIVE && to == v1::CANCELLED) ||
                              (from == v1::CANCELLED && to == v1::ACTIVE);
        absl::StatusCode expected = absl::StatusCode::kOk;
        if (now != from) expected = absl::StatusCode::kAborted;
        if (!possible) expected = absl::StatusCode::kInvalidArgument;
        EXPECT_EQ(CodeOf(store().SetRunState(id, from, to)), expected);
        if (expected == absl::StatusCode::kOk) {
          EXPECT_EQ(StateOf(id), to);
          ASSERT_TRUE(store().SetRunState(id, to, from).ok());
        }
        EXPECT_EQ(StateOf(id), now);
      }
    }
  }
}

}  // namespace
}  // namespace benchcell
