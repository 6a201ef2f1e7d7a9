#include "runners/report/measured_elsewhere.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "runners/report/csv.h"
#include "runners/report/json.h"
#include "runners/report/markdown.h"
#include "runners/report/testing.h"

namespace benchcell {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// Two builds with eight runs each, as an import makes them: no machine, no times, no order.
v1::ExperimentRun Imported() {
  RunMaker maker(
      "name: 'hyperfine' build { name: 'old' } build { name: 'new' }"
      "protocol { rounds: 1 runs: 8 }");
  maker.AddCell({});
  maker.AddRound(0, {{1.0, 1.1, 0.9, 1.05, 0.95, 1.0, 1.02, 0.98},
                     {1.2, 1.3, 1.1, 1.25, 1.15, 1.2, 1.22, 1.18}});
  v1::ExperimentRun& run = maker.run();
  run.clear_machine();
  run.clear_seed();
  run.mutable_imported()->set_format("hyperfine");
  run.mutable_imported()->add_file()->set_name("a *b*.json");
  for (v1::RunRecord& record : *run.mutable_record()) {
    record.clear_machine();
    record.clear_epoch();
  }
  return run;
}

std::string Markdown(const v1::ExperimentRun& run) {
  return RenderMarkdown(run, *BuildTable(run, {}), {.statistics = true});
}

TEST(MeasuredElsewhereTest, RunsAreNoPairs) {
  const v1::ExperimentRun run = Imported();
  const Table table = *BuildTable(run, {});
  const ChangeResult& change = table.rows[0].changes[0];
  EXPECT_FALSE(change.paired.has_value());
  ASSERT_TRUE(change.unpaired.has_value());
  EXPECT_EQ(change.unpaired->baseline_runs, 8);
  EXPECT_TRUE(change.Interval().has_value());
  EXPECT_LT(*change.PValue(), 0.001);
  EXPECT_EQ(*change.q_value, *change.PValue());
  EXPECT_FALSE(change.smallest_detectable.has_value());
  EXPECT_EQ(ExitCode(table), 0);
}

TEST(MeasuredElsewhereTest, TheTableSaysSo) {
  const std::string text = Markdown(Imported());
  EXPECT_THAT(text, HasSubstr("Measured elsewhere by hyperfine, not by benchcell, and read from "
                              "a \\*b\\*.json. The machine, the times and the order of the runs "
                              "are unknown."));
  EXPECT_THAT(text, HasSubstr("interval and p are Welch's, of the ratio of the geometric means"));
  EXPECT_THAT(text, Not(HasSubstr("signed-rank")));
  EXPECT_THAT(text, Not(HasSubstr("detectable")));
  EXPECT_THAT(text, Not(HasSubstr("one process")));
}

TEST(MeasuredElsewhereTest, WhatTheFilesSayOfTheMachineIsShown) {
  v1::ExperimentRun run = Imported();
  run.mutable_imported()->set_format("google-benchmark");
  run.mutable_metric(0)->add_comparable("num_cpus");
  run.mutable_metric(0)->add_comparable("host_name");
  for (v1::RunRecord& record : *run.mutable_record()) {
    (*record.mutable_observed())["num_cpus"] = "8";
  }
  EXPECT_THAT(Markdown(run), HasSubstr("The machine, as the tool saw it: num_cpus 8; all else"));
  EXPECT_THAT(Markdown(run), HasSubstr("made in one process"));
}

TEST(MeasuredElsewhereTest, OfSummariesThereIsNoIntervalAndTheTableSaysWhatTheyAre) {
  v1::ExperimentRun run = Imported();
  run.clear_record();
  run.clear_block();
  for (uint32_t build : {0u, 1u}) {
    v1::RunRecord& record = *run.add_record();
    record = Imported().record(0);
    record.mutable_planned()->set_build(build);
    (*record.mutable_observed())["summary"] = "median of 17 iterations";
  }
  const std::string text = Markdown(run);
  EXPECT_THAT(text, HasSubstr("each value stands for many (median of 17 iterations)"));
  EXPECT_THAT(text, Not(HasSubstr("Welch")));
  EXPECT_FALSE(BuildTable(run, {})->rows[0].changes[0].Interval().has_value());
}

TEST(MeasuredElsewhereTest, ProgramsSeeIt) {
  const v1::ExperimentRun run = Imported();
  const Table table = *BuildTable(run, {});
  EXPECT_THAT(*RenderJson(run, table),
              HasSubstr("\"paired\":null,\"unpaired\":{\"baselineRuns\":8"));
  // No seed and no position: nobody knows them.
  EXPECT_THAT(RenderCsv(run, table), HasSubstr("\r\nexample-1,hyperfine,d1,,1.0,0,0,,old,0,"));
}

TEST(MeasuredElsewhereTest, AMeasuredRunSaysNothingOfIt) {
  v1::ExperimentRun run = Imported();
  run.clear_imported();
  EXPECT_THAT(Markdown(run), Not(HasSubstr("elsewhere")));
  EXPECT_TRUE(BuildTable(run, {})->rows[0].changes[0].paired.has_value());
}

}  // namespace
}  // namespace benchcell
