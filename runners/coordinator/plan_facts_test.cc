#include "runners/coordinator/plan_facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace benchcell {
namespace {

// Two cells, of which blocks have three runs.
v1::ExperimentRun Plan() {
  v1::ExperimentRun run;
  for (uint32_t i = 0; i < 2; ++i) {
    v1::Cell& cell = *run.add_cell();
    cell.set_index(i);
    v1::Level& level = *cell.add_level();
    level.set_axis("size");
    level.set_level(i == 0 ? "small" : "large");
    v1::Block& block = *run.add_block();
    block.set_cell(i);
    for (int r = 0; r < 3; ++r) block.add_run();
  }
  return run;
}

v1::RunRecord& AddRecord(uint32_t cell, double seconds, v1::ExperimentRun& run) {
  v1::RunRecord& record = *run.add_record();
  record.set_cell(cell);
  record.mutable_usage()->set_wall_ns(static_cast<uint64_t>(seconds * 1e9));
  return record;
}

TEST(ExpectedSecondsTest, AsMeasuredBefore) {
  v1::ExperimentRun earlier = Plan();
  AddRecord(1, 2, earlier);
  AddRecord(1, 4, earlier);
  AddRecord(1, 1000, earlier).set_superseded(true);
  v1::ExperimentRun run = Plan();
  // The same levels at another place.
  run.mutable_cell()->SwapElements(0, 1);
  run.mutable_cell(0)->set_index(0);
  run.mutable_cell(1)->set_index(1);
  SetExpectedSeconds(earlier, run);
  EXPECT_DOUBLE_EQ(run.cell(0).expected_seconds(), 9) << "three runs of three seconds";
  EXPECT_EQ(run.cell(1).expected_seconds(), 0) << "nothing is known";
}

TEST(ExpectedSecondsTest, AsPublishedIfNeverMeasured) {
  v1::ExperimentRun run = Plan();
  v1::PublishedRow& row =
      *run.mutable_resolved()->mutable_experiment()->mutable_published()->add_row();
  *row.add_level() = run.cell(0).level(0);
  row.add_value()->set_seconds(1);
  row.add_value()->set_seconds(3);
  SetExpectedSeconds(std::nullopt, run);
  EXPECT_DOUBLE_EQ(run.cell(0).expected_seconds(), 6);
  EXPECT_EQ(run.cell(1).expected_seconds(), 0);
}

TEST(MountedBundlesTest, OnlyThoseThatStepsMountAndEachOnce) {
  v1::ExperimentRun run;
  for (const char* sha256 : {"A", "B", "C"}) {
    run.mutable_resolved()->add_bundle()->set_sha256(sha256);
  }
  v1::Cell& cell = *run.add_cell();
  for (int build = 0; build < 2; ++build) {
    v1::BuildPlan& plan = *cell.add_build();
    plan.add_step()->mutable_mount()->set_sha256("C");
    plan.add_step()->mutable_mount()->set_sha256(build == 0 ? "A" : "C");
    plan.add_step()->mutable_wipe();
  }
  const std::vector<v1::BundleReference> mounted = MountedBundles(run, cell);
  ASSERT_EQ(mounted.size(), 2u);
  EXPECT_EQ(mounted[0].sha256(), "A");
  EXPECT_EQ(mounted[1].sha256(), "C");
}

}  // namespace
}  // namespace benchcell
