// The whole way, for real: pinned node, real vitest, one process for coordinator and agent.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "runners/base/files.h"
#include "tests/e2e/benchcell_program.h"

namespace benchcell {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const char kTiny[] = "tests/e2e/tiny.textproto";
const char kTinyBundles[] = "--bundles=tests/e2e/tiny.bundles.json";

TEST(MeasureTest, ReproducesATableAndReportsItAgain) {
  BenchcellProgram benchcell("table");
  const std::string folder = benchcell.directory() / "tables";
  const Finished reproduced =
      benchcell.Run({"reproduce", kTiny, kTinyBundles, "--only=state=warm", "--out=" + folder});
  // Two pairs have no interval, so nothing can contradict.
  EXPECT_EQ(reproduced.code, 0) << reproduced.log;
  EXPECT_THAT(reproduced.out, HasSubstr("| fsModuleCache | 5.0.5"));
  EXPECT_THAT(reproduced.out, HasSubstr("too noisy to tell"));
  EXPECT_THAT(reproduced.out, HasSubstr("Apple M4 Pro"));
  EXPECT_THAT(reproduced.log, HasSubstr("blocks 2/2"));

  const Finished report = benchcell.Run({"report", "latest"});
  EXPECT_EQ(report.code, 0) << report.log;
  EXPECT_EQ(report.out, reproduced.out);

  const Finished csv = benchcell.Run({"report", "latest", "--format=csv"});
  EXPECT_THAT(csv.out, HasSubstr("wall_time"));
  EXPECT_THAT(csv.out, HasSubstr("peak_memory"));
  const Finished json = benchcell.Run({"report", "latest", "--format=json"});
  EXPECT_THAT(json.out, HasSubstr("benchcell.report.v1"));
  EXPECT_THAT(benchcell.Run({"report", "latest", "--metric=cpu_time"}).out, HasSubstr("cpu_time"));

  const Finished runs = benchcell.Run({"runs"});
  EXPECT_THAT(runs.out, AllOf(HasSubstr("tiny-"), HasSubstr("complete"), HasSubstr("2/2")));
  const std::string id = runs.out.substr(0, runs.out.find(' '));
  EXPECT_EQ(*ReadFile(folder + "/" + id + ".md"), reproduced.out);
  EXPECT_EQ(*ReadFile(folder + "/" + id + ".csv"), csv.out);
}

TEST(MeasureTest, ColdAndWarmAreWhatTheySay) {
  // The plugin holds the caches against the state before and after each run; a cold run that was
  // warm, or the reverse, would be a harness error.
  BenchcellProgram benchcell("states");
  const Finished run = benchcell.Run({"run", kTiny, kTinyBundles, "--builds=5.1.0", "--runs=2"});
  EXPECT_EQ(run.code, 0) << run.log << run.out;
  EXPECT_THAT(run.out, Not(HasSubstr("HARNESS_ERROR")));
  EXPECT_THAT(run.out, AllOf(HasSubstr("| cold"), HasSubstr("| warm")));
}

TEST(MeasureTest, FailingAndHangingCellsDoNotEndTheRun) {
  BenchcellProgram benchcell("troubled");
  const Finished run = benchcell.Run(
      {"run", "tests/e2e/troubled.textproto", "--bundles=tests/e2e/troubled.bundles.json"});
  EXPECT_EQ(run.code, 1) << run.log;
  EXPECT_THAT(run.out, HasSubstr("expected 4 to be 5")) << "the tail of the failing test's output";
  EXPECT_THAT(run.out, HasSubstr("killed after 25 s"));
  EXPECT_THAT(run.out, HasSubstr("| good"));
  EXPECT_THAT(benchcell.Run({"report", "latest", "--format=csv"}).out,
              AllOf(HasSubstr("GENUINE_FAILURE"), HasSubstr("TIMEOUT"), HasSubstr(",OK,")));
  EXPECT_THAT(ProcessesWith("sleep 86399"), IsEmpty()) << "what the hanging test had started";
  EXPECT_THAT(ProcessesWith(benchcell.directory().string() + "/benchcell/agent/runs"), IsEmpty());
}

}  // namespace
}  // namespace benchcell
