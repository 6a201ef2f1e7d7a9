// node core's benchmarks, for real: two pinned nodes, the fixture benchmarks, cells that the
// benchmarks themselves name.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "runners/base/files.h"
#include "tests/e2e/benchcell_program.h"

namespace benchcell {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const char kBundles[] = "--bundles=fixtures/experiments/node-startup.bundles.json";

TEST(NodeCoreTest, DiscoversCellsMeasuresThemAndWritesWhatCompareJsWrites) {
  BenchcellProgram benchcell("node");
  const Finished run = benchcell.Run(
      {"run", "node-startup", kBundles, "--rounds=1", "--runs=2", "--set=script=semicolon.js"});
  EXPECT_EQ(run.code, 0) << run.log << run.out;
  EXPECT_THAT(run.log, HasSubstr("-discovery"));
  EXPECT_THAT(run.out, AllOf(HasSubstr("| process"), HasSubstr("| worker"), HasSubstr("24.22.3")));
  EXPECT_THAT(run.out, Not(HasSubstr("large.js"))) << "--set keeps one script";

  const Finished csv = benchcell.Run({"report", "latest", "--format=node-csv"});
  EXPECT_EQ(csv.code, 0) << csv.log;
  EXPECT_THAT(csv.out,
              StartsWith("\"binary\",\"filename\",\"configuration\",\"rate\",\"time\"\n\"old\","));
  const std::string file = benchcell.directory() / "results.csv";
  ASSERT_TRUE(WriteFile(file, csv.out).ok());
  const Finished compared = benchcell.Run({"compare", file, "--format=compare-r"});
  EXPECT_EQ(compared.code, 0) << compared.log;
  EXPECT_THAT(compared.out, HasSubstr("confidence improvement accuracy (*)"));
}

TEST(NodeCoreTest, ValueThatABenchmarkCannotTakeFailsItsCellsOnly) {
  // As with compare.js, --set may name any value; what comes of it is the benchmark's to say.
  BenchcellProgram benchcell("node-set");
  const Finished run = benchcell.Run(
      {"run", "node-startup", kBundles, "--rounds=1", "--runs=1", "--set=script=none.js"});
  EXPECT_EQ(run.code, 1) << run.log;
  EXPECT_THAT(run.out, AllOf(HasSubstr("none.js"), HasSubstr("startup/worker-online.js")));
}

}  // namespace
}  // namespace benchcell
