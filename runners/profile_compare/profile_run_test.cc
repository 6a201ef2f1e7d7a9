#include "runners/profile_compare/profile_run.h"

#include "gtest/gtest.h"

namespace benchcell {
namespace {

codspeed::ImportedProfile ProfileWith(const std::string& uri, double count) {
  codspeed::ImportedProfile profile;
  codspeed::BenchmarkProfile& benchmark = profile.benchmarks.emplace_back();
  benchmark.uri = uri;
  v1::Sample& sample = benchmark.samples.emplace_back();
  sample.set_metric(codspeed::kInstructions);
  sample.set_benchmark(uri);
  sample.set_value(count);
  benchmark.profiles.emplace_back().set_benchmark(uri);
  profile.observed = {{"node", "24.22.1"}};
  return profile;
}

TEST(ProfileRunTest, IsARunOfTwoBuilds) {
  const v1::ExperimentRun run =
      RunOfProfiles(ProfileWith("a", 5), ProfileWith("b", 7), "x against y", true);
  const v1::Experiment& experiment = run.resolved().experiment();
  EXPECT_EQ(experiment.title(), "x against y");
  ASSERT_EQ(experiment.build_size(), 2);
  EXPECT_EQ(experiment.build(0).name(), "base");
  EXPECT_EQ(experiment.build(1).name(), "head");
  EXPECT_TRUE(experiment.protocol().compare_unlike());
  EXPECT_EQ(run.state(), v1::COMPLETE);
  EXPECT_EQ(run.metric(0).name(), "instructions");
  ASSERT_EQ(run.record_size(), 2);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(run.block(0).run(i).build(), static_cast<uint32_t>(i));
    EXPECT_EQ(run.record(i).planned().build(), static_cast<uint32_t>(i));
    EXPECT_EQ(run.record(i).status(), v1::OK);
    EXPECT_EQ(run.record(i).observed().at("node"), "24.22.1");
    EXPECT_EQ(run.record(i).profile_size(), 1);
  }
  EXPECT_EQ(run.record(0).sample(0).value(), 5);
  EXPECT_EQ(run.record(1).sample(0).benchmark(), "b");
  ASSERT_EQ(run.record(0).benchmark_failure_size(), 1);
  EXPECT_EQ(run.record(0).benchmark_failure(0).benchmark(), "b");
  EXPECT_EQ(run.record(1).benchmark_failure(0).benchmark(), "a");
}

TEST(ProfileRunTest, HasTheMetricsOfTheMode) {
  codspeed::ImportedProfile walltime = ProfileWith("a", 1);
  walltime.mode = codspeed::ProfileMode::kWalltime;
  const v1::ExperimentRun run = RunOfProfiles(walltime, walltime, "", false);
  EXPECT_EQ(run.metric(0).name(), "wall_time");
  EXPECT_FALSE(run.resolved().experiment().protocol().compare_unlike());
}

}  // namespace
}  // namespace benchcell
