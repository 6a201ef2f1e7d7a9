#include "runners/report/table.h"

#include <gtest/gtest.h>

#include "runners/report/testing.h"

namespace benchcell {
namespace {

Table Build(const v1::ExperimentRun& run, const TableOptions& options = {}) {
  const auto table = BuildTable(run, options);
  EXPECT_TRUE(table.ok()) << table.status();
  return *table;
}

TEST(TableTest, MediansAndChanges) {
  const Table table = Build(SmallRun().run());
  ASSERT_EQ(table.rows.size(), 2);
  const TableRow& row = table.rows[0];
  // 5 5 5.1 5.2 5.2 5.3 and 3.4 3.5 3.5 3.6 3.6 3.7.
  EXPECT_DOUBLE_EQ(*row.builds[0].median, 5.15);
  EXPECT_DOUBLE_EQ(*row.builds[1].median, 3.55);
  EXPECT_EQ(row.builds[0].measured, 6);
  EXPECT_EQ(row.builds[0].planned, 6);
  ASSERT_EQ(row.changes.size(), 1);
  const ChangeResult& change = row.changes[0];
  EXPECT_DOUBLE_EQ(*change.ratio, 3.55 / 5.15);
  ASSERT_EQ(change.round_ratio.size(), 2);
  EXPECT_DOUBLE_EQ(*change.round_ratio[0], 3.5 / 5.1);
  EXPECT_DOUBLE_EQ(*change.round_ratio[1], 3.6 / 5.2);
  EXPECT_EQ(change.paired->pairs, 6);
  EXPECT_EQ(change.paired->p_value, 0.03125);
  // The extremes of six log ratios: 3.4 / 5.1 and 3.7 / 5.
  EXPECT_NEAR(change.paired->interval->low, 3.4 / 5.1, 1e-12);
  EXPECT_NEAR(change.paired->interval->high, 3.7 / 5, 1e-12);
  EXPECT_GT(*change.smallest_detectable, 0);
  // Two tests: 0.03125 * 2 / 1 and 1.
  EXPECT_EQ(change.q_value, 0.0625);
  EXPECT_EQ(table.rows[1].changes[0].q_value, 1);
  EXPECT_EQ(ExitCode(table), 0);
}

TEST(TableTest, ConstantAxesAreTakenOutAndObservedLevelsExplained) {
  const Table table = Build(SmallRun().run());
  EXPECT_EQ(table.axes, std::vector<std::string>{"pool"});
  ASSERT_EQ(table.constants.size(), 2);
  EXPECT_EQ(table.constants[0].text, "false");
  EXPECT_EQ(table.constants[1].text, "4 (default)");
}

TEST(TableTest, ARowInWhichNoRunToldDoesNotMakeALevelDifferent) {
  RunMaker maker = SmallRun();
  for (v1::RunRecord& record : *maker.run().mutable_record()) {
    if (record.cell() == 0) record.clear_observed();
  }
  EXPECT_EQ(Build(maker.run()).constants[1].text, "4 (default)");
  // But two answers do.
  (*maker.run().mutable_record(0)->mutable_observed())["maxWorkers"] = "3";
  (*maker.run().mutable_record(1)->mutable_observed())["maxWorkers"] = "2";
  const Table table = Build(maker.run());
  EXPECT_EQ(table.axes, (std::vector<std::string>{"pool", "maxWorkers"}));
  EXPECT_EQ(table.rows[0].levels[2].text, "3/2 (default)");
}

TEST(TableTest, CellsMayHaveDifferentAxes) {
  RunMaker maker("name: 'e' build { name: 'a' } protocol { rounds: 1 runs: 1 }");
  maker.AddCell({{"file", "one"}, {"n", "1"}});
  maker.AddRound(0, {{1}});
  maker.AddCell({{"file", "other"}, {"mode", "fast"}});
  maker.AddRound(0, {{1}});
  const auto table = BuildTable(maker.run(), {});
  ASSERT_TRUE(table.ok());
  EXPECT_EQ(table->axes, (std::vector<std::string>{"file", "n", "mode"}));
  ASSERT_EQ(table->rows[1].levels.size(), 3u);
  EXPECT_EQ(table->rows[1].levels[1].text, "–");
  EXPECT_EQ(table->rows[1].levels[2].text, "fast");
}

TEST(TableTest, VerdictsAgainstThePublishedRows) {
  const Table table = Build(SmallRun().run());
  EXPECT_EQ(table.tolerance_points, 10);
  const auto& first = table.rows[0].changes[0].comparison;
  EXPECT_EQ(first->range->low, -44);
  EXPECT_EQ(first->range->high, -17);
  EXPECT_EQ(first->verdict, Verdict::kAgrees);
  EXPECT_EQ(table.rows[1].changes[0].comparison->verdict, Verdict::kAgrees);
}

TEST(TableTest, ADifferentChangeMakesTheExitCodeOne) {
  RunMaker maker = SmallRun();
  for (v1::RunRecord& record : *maker.run().mutable_record()) {
    if (record.cell() == 1 && record.planned().build() == 1) {
      record.mutable_sample(0)->set_value(3);
    }
  }
  const Table table = Build(maker.run());
  EXPECT_EQ(table.rows[1].changes[0].comparison->verdict, Verdict::kDiffers);
  EXPECT_EQ(ExitCode(table), 1);
}

TEST(TableTest, FailedRunsAreCountedByBuildAndStatusAndLeaveTheirPairs) {
  RunMaker maker = SmallRun();
  maker.Fail(maker.Record(1, 1, 0), v1::TIMEOUT, "killed after 60 s");
  maker.Fail(maker.Record(1, 1, 2), v1::TIMEOUT, "killed again");
  maker.Fail(maker.Record(0, 0, 1), v1::GENUINE_FAILURE, "a test failed");
  const TableRow row = Build(maker.run()).rows[1];
  EXPECT_EQ(row.builds[0].measured, 5);
  EXPECT_EQ(row.builds[1].measured, 4);
  EXPECT_EQ(row.builds[1].planned, 6);
  ASSERT_EQ(row.failures.size(), 2);
  EXPECT_EQ(row.failures[0].build, "main");
  EXPECT_EQ(row.failures[0].status, v1::GENUINE_FAILURE);
  EXPECT_EQ(row.failures[1].runs, 2);
  EXPECT_EQ(row.failures[1].message, "killed after 60 s");
  // Six pairs less (1, 0), (1, 2) and (0, 1).
  EXPECT_EQ(row.changes[0].paired->pairs, 3);
  EXPECT_FALSE(row.changes[0].paired->interval.has_value());
  EXPECT_EQ(row.changes[0].comparison->verdict, Verdict::kTooNoisy);
  EXPECT_FALSE(row.Complete());
  EXPECT_EQ(ExitCode(Build(maker.run())), 1);
}

TEST(TableTest, ACellWithoutAnyRunIsStillARow) {
  RunMaker maker = SmallRun();
  maker.AddCell({{"pool", "vmThreads"}, {"isolate", "false"}, {"maxWorkers", "default"}});
  v1::Block& block = *maker.run().add_block();
  block.set_cell(2);
  block.add_run()->set_build(1);
  const Table table = Build(maker.run());
  ASSERT_EQ(table.rows.size(), 3);
  EXPECT_EQ(table.rows[2].builds[1].planned, 1);
  EXPECT_FALSE(table.rows[2].builds[1].median.has_value());
  EXPECT_FALSE(table.rows[2].changes[0].paired.has_value());
  EXPECT_EQ(ExitCode(table), 1);
}

TEST(TableTest, SupersededRecordsAreNotUsedAndLaterAttemptsAreCounted) {
  RunMaker maker = SmallRun();
  v1::RunRecord& again = maker.Record(0, 0, 0);
  v1::RunRecord given_up = again;
  given_up.set_superseded(true);
  given_up.mutable_sample(0)->set_value(1000);
  again.set_attempt(2);
  *maker.run().add_record() = given_up;
  const TableRow row = Build(maker.run()).rows[1];
  EXPECT_EQ(row.builds[0].median, 2);
  EXPECT_EQ(row.builds[0].measured, 6);
  EXPECT_EQ(row.later_attempts, 1);
}

TEST(TableTest, MachinesAndEpochsAreNeverPooled) {
  RunMaker maker = SmallRun();
  for (v1::RunRecord& record : *maker.run().mutable_record()) {
    if (record.cell() == 1 && record.round() == 1) {
      record.set_machine("lab-2");
      record.mutable_sample(0)->set_value(20);
    }
    if (record.cell() == 0 && record.round() == 1) record.set_epoch(2);
  }
  const Table table = Build(maker.run());
  EXPECT_TRUE(table.several_machines);
  ASSERT_EQ(table.rows.size(), 6);
  EXPECT_EQ(table.rows[1].epoch, 1);
  EXPECT_EQ(table.rows[2].epoch, 2);
  EXPECT_EQ(table.rows[4].machine, "lab-1");
  EXPECT_EQ(table.rows[4].builds[0].median, 2);
  EXPECT_EQ(table.rows[5].machine, "lab-2");
  EXPECT_EQ(table.rows[5].builds[0].median, 20);
  for (const TableRow& row : table.rows) {
    EXPECT_TRUE(row.Complete());
    const bool all = &row == &table.rows[0] || &row == &table.rows[3];
    EXPECT_EQ(row.kind, all ? RowKind::kAllMachines : RowKind::kOneMachine);
    EXPECT_EQ(row.builds[0].planned, all ? 6 : 3);
    if (all) {
      EXPECT_FALSE(row.builds[0].median.has_value());
      EXPECT_FALSE(row.changes[0].paired.has_value());
    } else {
      EXPECT_EQ(row.changes[0].paired->pairs, 3);
      EXPECT_FALSE(row.changes[0].q_value.has_value()) << "asked in the row of all machines";
    }
  }
}

// What is stored of a round of the latest cell whose attempts are used up.
void GiveUp(RunMaker& maker, uint32_t round) {
  for (v1::RunRecord& record : *maker.run().mutable_record()) {
    if (record.cell() != 1 || record.round() != round) continue;
    maker.Fail(record, v1::LOST, "given up");
    record.clear_machine();
    record.clear_epoch();
  }
}

TEST(TableTest, ABlockThatNoMachineMeasuredDoesNotSplitItsCell) {
  // The block given up may be the first or the last record of the cell.
  for (const uint32_t round : {0, 1}) {
    RunMaker maker = SmallRun();
    GiveUp(maker, round);
    const Table table = Build(maker.run());
    EXPECT_FALSE(table.several_machines);
    ASSERT_EQ(table.rows.size(), 2);
    const TableRow& row = table.rows[1];
    EXPECT_EQ(row.machine, "lab-1");
    EXPECT_EQ(row.epoch, 1);
    for (const BuildResult& build : row.builds) {
      EXPECT_EQ(build.planned, 6);
      EXPECT_EQ(build.measured, 3);
    }
    ASSERT_EQ(row.failures.size(), 2);
    EXPECT_EQ(row.failures[0].status, v1::LOST);
    EXPECT_EQ(row.failures[0].runs, 3);
    EXPECT_FALSE(row.Complete());
  }
}

TEST(TableTest, ACellThatNoMachineMeasuredIsOneRow) {
  RunMaker maker = SmallRun();
  GiveUp(maker, 0);
  GiveUp(maker, 1);
  const Table table = Build(maker.run());
  EXPECT_FALSE(table.several_machines);
  ASSERT_EQ(table.rows.size(), 2);
  EXPECT_EQ(table.rows[1].machine, "");
  EXPECT_EQ(table.rows[1].builds[0].planned, 6);
  EXPECT_EQ(table.rows[1].failures[0].runs, 6);
}

// A third round of the second cell, measured by another machine.
void AddRoundElsewhere(RunMaker& maker, v1::RunStatus status) {
  maker.AddRound(2, {{2}, {2}});
  for (uint32_t build = 0; build < 2; ++build) {
    v1::RunRecord& record = maker.Record(2, build, 0);
    record.set_machine("a-lab");
    if (status != v1::OK) maker.Fail(record, status, "failed");
  }
}

TEST(TableTest, ABlockGivenUpCountsWhereTheCellWasMeasured) {
  RunMaker maker = SmallRun();
  GiveUp(maker, 0);
  AddRoundElsewhere(maker, v1::HARNESS_ERROR);
  const Table table = Build(maker.run());
  EXPECT_TRUE(table.several_machines);
  ASSERT_EQ(table.rows.size(), 3);
  EXPECT_EQ(table.rows[1].machine, "a-lab");
  EXPECT_EQ(table.rows[1].builds[0].planned, 1);
  EXPECT_EQ(table.rows[1].kind, RowKind::kOnlyMachine) << "it measured nothing";
  EXPECT_EQ(table.rows[2].machine, "lab-1");
  EXPECT_EQ(table.rows[2].builds[0].planned, 6);
}

TEST(TableTest, ABlockGivenUpCountsInTheFirstRowIfSeveralMachinesMeasured) {
  RunMaker maker = SmallRun();
  GiveUp(maker, 0);
  AddRoundElsewhere(maker, v1::OK);
  const Table table = Build(maker.run());
  ASSERT_EQ(table.rows.size(), 4);
  EXPECT_EQ(table.rows[1].kind, RowKind::kAllMachines);
  EXPECT_EQ(table.rows[1].builds[0].planned, 7);
  EXPECT_EQ(table.rows[2].machine, "a-lab");
  EXPECT_EQ(table.rows[2].builds[0].planned, 4);
  EXPECT_TRUE(table.rows[3].Complete());
}

TEST(TableTest, AnotherMetricOnRequest) {
  RunMaker maker = SmallRun();
  maker.AddMetric("peak_memory", "By", v1::RUN);
  for (v1::RunRecord& record : *maker.run().mutable_record()) {
    v1::Sample& sample = *record.add_sample();
    sample.set_metric("peak_memory");
    sample.set_value(record.planned().build() == 0 ? 100 : 110);
  }
  const Table table = Build(maker.run(), {.metric = "peak_memory"});
  EXPECT_EQ(table.metric.unit(), "By");
  EXPECT_DOUBLE_EQ(*table.rows[0].changes[0].ratio, 1.1);
  // Published changes speak of the first metric.
  EXPECT_FALSE(table.tolerance_points.has_value());
  EXPECT_EQ(
      std::string(BuildTable(maker.run(), {.metric = "peak_memry"}).status().message()),
      "unknown metric \"peak_memry\"; expected one of \"wall_time\", \"peak_memory\" (nearest "
      "valid name: \"peak_memory\")");
}

TEST(TableTest, BenchmarksInsideARunAreRowsOfTheirOwn) {
  RunMaker maker(
      "name: 'b' build { name: 'a' } build { name: 'b' } protocol { rounds: 1 runs: 1 }");
  maker.AddMetric("time", "s", v1::BENCHMARK);
  maker.AddCell({{"file", "x"}});
  maker.AddRound(0, {{1}, {1}});
  for (v1::RunRecord& record : *maker.run().mutable_record()) {
    for (const char* name : {"parse", "print"}) {
      if (record.planned().build() == 1 && std::string(name) == "print") continue;
      v1::Sample& sample = *record.add_sample();
      sample.set_metric("time");
      sample.set_benchmark(name);
      sample.set_value(std::string(name) == "parse" ? 1 : 2);
    }
  }
  const Table table = Build(maker.run(), {.metric = "time"});
  EXPECT_TRUE(table.has_benchmarks);
  ASSERT_EQ(table.rows.size(), 2);
  EXPECT_EQ(table.rows[0].benchmark, "parse");
  EXPECT_TRUE(table.rows[0].Complete());
  EXPECT_EQ(table.rows[1].builds[0].median, 2);
  EXPECT_EQ(table.rows[1].builds[1].measured, 0);
  EXPECT_FALSE(table.rows[1].Complete());
}

TEST(TableTest, ABenchmarkThatFailedAloneIsARowThatSaysHow) {
  RunMaker maker(
      "name: 'b' build { name: 'a' } build { name: 'b' } protocol { rounds: 1 runs: 1 }");
  maker.AddMetric("time", "s", v1::BENCHMARK);
  maker.AddCell({{"file", "x"}});
  maker.AddRound(0, {{1}, {1}});
  for (v1::RunRecord& record : *maker.run().mutable_record()) {
    v1::Sample& sample = *record.add_sample();
    sample.set_metric("time");
    sample.set_benchmark("parse");
    sample.set_value(1);
    v1::BenchmarkFailure& failure = *record.add_benchmark_failure();
    failure.set_benchmark("print");
    failure.set_status(v1::GENUINE_FAILURE);
    failure.set_message("threw: boom");
  }
  const Table table = Build(maker.run(), {.metric = "time"});
  ASSERT_EQ(table.rows.size(), 2);
  EXPECT_TRUE(table.rows[0].failures.empty());
  EXPECT_TRUE(table.rows[0].Complete());
  EXPECT_EQ(table.rows[1].benchmark, "print");
  EXPECT_FALSE(table.rows[1].Complete());
  ASSERT_EQ(table.rows[1].failures.size(), 2);
  EXPECT_EQ(table.rows[1].failures[1].build, "b");
  EXPECT_EQ(table.rows[1].failures[1].message, "threw: boom");
  EXPECT_TRUE(Build(maker.run()).rows[0].failures.empty()) << "the run itself did not fail";
}

TEST(TableTest, ValuesWithoutARatioHaveMediansButNoChange) {
  RunMaker maker(
      "name: 'z' build { name: 'a' } build { name: 'b' } protocol { rounds: 1 runs: 2 }");
  maker.AddCell({});
  maker.AddRound(0, {{0, 0}, {1, 2}});
  const TableRow row = Build(maker.run()).rows[0];
  EXPECT_EQ(row.builds[1].median, 1.5);
  EXPECT_FALSE(row.changes[0].PValue().has_value());
  EXPECT_FALSE(row.changes[0].ratio.has_value());
  EXPECT_FALSE(row.changes[0].paired.has_value());
  EXPECT_FALSE(row.changes[0].q_value.has_value());
}

TEST(TableTest, OnePairHasNoTest) {
  RunMaker maker(
      "name: 'z' build { name: 'a' } build { name: 'b' } protocol { rounds: 1 runs: 1 }");
  maker.AddCell({{"pool", "one"}});
  maker.AddRound(0, {{1}, {2}});
  maker.AddCell({{"pool", "two"}});
  maker.AddRound(0, {{1, 1}, {2, 2.1}});
  const Table table = Build(maker.run());
  const ChangeResult& one = table.rows[0].changes[0];
  EXPECT_EQ(one.paired->pairs, 1);
  EXPECT_EQ(one.ratio, 2);
  EXPECT_FALSE(one.PValue().has_value());
  EXPECT_FALSE(one.q_value.has_value());
  EXPECT_EQ(table.rows[1].changes[0].PValue(), 0.5);
  EXPECT_EQ(table.rows[1].changes[0].q_value, 0.5) << "of one test, not of two";
}

TEST(TableTest, ARunWithoutMetricsIsRefused) {
  EXPECT_EQ(BuildTable(v1::ExperimentRun(), {}).status().code(),
            absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace benchcell
