// That each thing that can be wrong is noticed.

#include "tests/chaos/verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "absl/strings/str_cat.h"
#include "runners/blobs/directory_blob_store.h"
#include "tests/chaos/known_answers.h"

namespace benchcell::chaos {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Two cells, one round, one run of each build.
struct Stored {
  v1::ExperimentRun run;
  std::vector<BlockRow> blocks;
};

Stored Good() {
  Stored stored;
  stored.run.set_state(v1::COMPLETE);
  v1::Experiment& experiment = *stored.run.mutable_resolved()->mutable_experiment();
  experiment.add_build()->set_name(kBaseline);
  experiment.add_build()->set_name(kChanged);
  experiment.mutable_protocol()->set_rounds(1);
  experiment.mutable_protocol()->set_runs(1);
  v1::Metric& metric = *stored.run.add_metric();
  metric.set_name(kMetric);
  metric.set_unit("1");
  metric.set_scope(v1::RUN);
  for (uint32_t cell = 0; cell < 2; ++cell) {
    v1::Cell& planned = *stored.run.add_cell();
    planned.set_index(cell);
    v1::Level& level = *planned.add_level();
    level.set_axis(kAxis);
    level.set_level(absl::StrCat(cell));
    planned.add_build()->set_build(kBaseline);
    planned.add_build()->set_build(kChanged);
    BlockRow& block = stored.blocks.emplace_back();
    block.key = {"run", cell, 0};
    block.block.set_cell(cell);
    block.block.set_position(cell);
    block.state = BlockState::kDone;
    block.attempt = 2;
    block.machine = "m";
    block.epoch = 1;
    for (uint32_t build = 0; build < 2; ++build) {
      v1::PlannedRun& run = *block.block.add_run();
      run.set_position(build);
      run.set_build(build);
      v1::RunRecord& record = *stored.run.add_record();
      record.set_cell(cell);
      *record.mutable_planned() = run;
      record.set_attempt(2);
      record.set_machine("m");
      record.set_epoch(1);
      record.set_status(v1::OK);
      v1::Sample& sample = *record.add_sample();
      sample.set_metric(kMetric);
      sample.set_value(static_cast<double>(KnownAnswer(cell, build == 1)));
    }
    *stored.run.add_block() = block.block;
  }
  return stored;
}

Objections Check(const Stored& stored) { return CheckRecords(stored.run, stored.blocks); }

TEST(CheckRecords, HasNothingAgainstWhatIsRight) {
  Stored stored = Good();
  EXPECT_THAT(Check(stored), IsEmpty());
  // An attempt that was given up in the middle.
  v1::RunRecord& earlier = *stored.run.add_record();
  earlier = stored.run.record(0);
  earlier.set_attempt(1);
  earlier.set_machine("other");
  earlier.set_superseded(true);
  EXPECT_THAT(Check(stored), IsEmpty());
  *stored.run.add_record() = earlier;
  EXPECT_THAT(Check(stored), ElementsAre(HasSubstr("is kept twice")));
}

TEST(CheckRecords, NoticesWhatIsLostOrDoubled) {
  Stored lost = Good();
  lost.run.mutable_record()->RemoveLast();
  EXPECT_THAT(Check(lost), ElementsAre(HasSubstr("cell 1, round 0: position 1 has 0 records")));
  Stored doubled = Good();
  *doubled.run.add_record() = doubled.run.record(0);
  EXPECT_THAT(Check(doubled), ElementsAre(HasSubstr("cell 0, round 0: position 0 has 2 records")));
  Stored unplanned = Good();
  unplanned.run.mutable_record(1)->mutable_planned()->set_position(7);
  EXPECT_THAT(Check(unplanned), Contains(HasSubstr("position 7 was never planned")));
  Stored stray = Good();
  stray.run.mutable_record(0)->set_round(9);
  EXPECT_THAT(Check(stray), Contains(HasSubstr("belongs to no block")));
  Stored block = Good();
  block.blocks.pop_back();
  EXPECT_THAT(Check(block), Contains("2 blocks planned, 1 stored"));
}

TEST(CheckRecords, NoticesWhatIsNotMeasuredAsItShould) {
  Stored wrong = Good();
  wrong.run.mutable_record(1)->mutable_sample(0)->set_value(1);
  EXPECT_THAT(Check(wrong), ElementsAre(HasSubstr("says 1, expected 1007")));
  Stored none = Good();
  none.run.mutable_record(1)->clear_sample();
  EXPECT_THAT(Check(none), ElementsAre(HasSubstr("has 0 samples")));
  Stored failed = Good();
  failed.run.mutable_record(0)->set_status(v1::LOST);
  failed.run.mutable_record(0)->set_message("gone");
  EXPECT_THAT(Check(failed), ElementsAre(HasSubstr("is LOST: gone")));
  Stored active = Good();
  active.run.set_state(v1::ACTIVE);
  active.blocks[0].state = BlockState::kLeased;
  EXPECT_THAT(Check(active), ElementsAre("the run is ACTIVE", "cell 0, round 0: not done"));
}

TEST(CheckRecords, NoticesRecordsOfAnotherLease) {
  Stored older = Good();
  older.run.mutable_record(0)->set_attempt(1);
  EXPECT_THAT(Check(older), ElementsAre(HasSubstr("the last attempt was 2")));
  Stored other = Good();
  other.run.mutable_record(0)->set_machine("n");
  EXPECT_THAT(Check(other), ElementsAre(HasSubstr("is of n in epoch 1")));
  Stored superseded = Good();
  *superseded.run.add_record() = superseded.run.record(0);
  superseded.run.mutable_record(4)->set_superseded(true);
  EXPECT_THAT(Check(superseded), ElementsAre(HasSubstr("the block has 2 attempts")));
  Stored split = Good();
  split.blocks.push_back(split.blocks[0]);
  split.blocks.back().key.round = 1;
  split.blocks.back().machine = "n";
  EXPECT_THAT(Check(split), Contains("cell 0 was measured by 2 machines or epochs"));
}

class CheckOutputsTest : public testing::Test {
 protected:
  // Gives each record an output with a nonce of its own, and a journal that has them all.
  void SetUp() override {
    const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
    blobs_ = *DirectoryBlobStore::Open(testing::TempDir() + "/" + test->name());
    for (int i = 0; i < stored_.run.record_size(); ++i) {
      SetOutput(i, absl::StrCat("000000000000000", i));
      absl::StrAppend(&journal_, "begin 000000000000000", i, "\nend 000000000000000", i, "\n");
    }
  }

  void SetOutput(int record, const std::string& nonce) {
    v1::RunRecord& changed = *stored_.run.mutable_record(record);
    changed.clear_raw_output();
    v1::RawOutput& output = *changed.add_raw_output();
    output.set_name("stdout");
    output.set_sha256(blobs_->PutBytes("answer 1\nnonce " + nonce + "\n")->sha256);
  }

  Objections Check() { return CheckOutputs(stored_.run, *blobs_, {{"m", journal_}}); }

  Stored stored_ = Good();
  std::unique_ptr<DirectoryBlobStore> blobs_;
  std::string journal_;
};

TEST_F(CheckOutputsTest, HasNothingAgainstWhatIsRight) { EXPECT_THAT(Check(), IsEmpty()); }

TEST_F(CheckOutputsTest, NoticesOneExecutionInTwoRecords) {
  SetOutput(1, "0000000000000000");
  EXPECT_THAT(Check(), ElementsAre(HasSubstr("is the same execution as cell 0")));
}

TEST_F(CheckOutputsTest, NoticesWhatTheMachineNeverDid) {
  SetOutput(1, "ffffffffffffffff");
  EXPECT_THAT(Check(), ElementsAre(HasSubstr("machine m never ended")));
}

TEST_F(CheckOutputsTest, NoticesOutputsThatAreMissingOrChanged) {
  stored_.run.mutable_record(0)->mutable_raw_output(0)->set_sha256(std::string(64, 'a'));
  EXPECT_THAT(Check(),
              ElementsAre(HasSubstr("stdout is not stored as it was"), HasSubstr("has no nonce")));
  stored_.run.mutable_record(0)->clear_raw_output();
  EXPECT_THAT(Check(), ElementsAre(HasSubstr("has no nonce")));
}

TEST(CheckJournal, NoticesOverlaps) {
  EXPECT_THAT(CheckJournal("begin a\nend a\nbegin b\nbegin c\nend c\n"), IsEmpty());
  EXPECT_THAT(CheckJournal("begin a\noverlap b\nend a\n"), ElementsAre(HasSubstr("execution b")));
  EXPECT_THAT(CheckJournal("begin a\nbegin b\nend a\n"),
              ElementsAre("execution a ended after b had begun"));
}

TEST(CheckStatus, NoticesAlarmsAndWhatIsActive) {
  v1::LabStatus status;
  status.add_machine()->mutable_machine()->set_id("m");
  EXPECT_THAT(CheckStatus(status), IsEmpty());
  status.mutable_machine(0)->set_quarantine("it is odd");
  status.add_alarm("look here");
  status.add_run()->set_run_id("r");
  EXPECT_THAT(CheckStatus(status), ElementsAre("alarm: look here", "run r is still active",
                                               "machine m is quarantined: it is odd"));
}

TEST(TableText, IsTheSameWhateverHappenedAndAnotherForOtherValues) {
  const Stored calm = Good();
  Stored moved = Good();
  moved.run.set_id("another");
  for (v1::RunRecord& record : *moved.run.mutable_record()) {
    record.set_attempt(5);
    record.set_machine("n");
    record.mutable_usage()->set_wall_ns(17);
  }
  *moved.run.add_record() = moved.run.record(0);
  moved.run.mutable_record(4)->set_superseded(true);
  EXPECT_EQ(*TableText(calm.run), *TableText(moved.run));
  moved.run.mutable_record(0)->mutable_sample(0)->set_value(3);
  EXPECT_NE(*TableText(calm.run), *TableText(moved.run));
  moved.run.mutable_record()->DeleteSubrange(0, 1);
  EXPECT_EQ(TableText(moved.run).status().message(), "the table is not complete");
}

}  // namespace
}  // namespace benchcell::chaos
