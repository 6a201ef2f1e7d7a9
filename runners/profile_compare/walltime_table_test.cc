#include "runners/profile_compare/walltime_table.h"

#include "gtest/gtest.h"

namespace benchcell {
namespace {

codspeed::BenchmarkProfile Benchmark(const std::string& uri, double mean, double deviation,
                                     double rounds) {
  codspeed::BenchmarkProfile benchmark;
  benchmark.uri = uri;
  const auto add = [&benchmark](const char* metric, double value) {
    v1::Sample& sample = benchmark.samples.emplace_back();
    sample.set_metric(metric);
    sample.set_value(value);
  };
  add(codspeed::kWallTime, mean);
  add("wall_time_mean", mean);
  add("wall_time_deviation", deviation);
  add("rounds", rounds);
  return benchmark;
}

codspeed::ImportedProfile ProfileOf(std::vector<codspeed::BenchmarkProfile> benchmarks) {
  codspeed::ImportedProfile profile;
  profile.mode = codspeed::ProfileMode::kWalltime;
  profile.benchmarks = std::move(benchmarks);
  return profile;
}

// R 4.2.2: t.test(c(101, 104), c(100, 101, 99)) has the interval -9.49 to 14.49, which is 11.99 per
// cent of 100 to both sides of 2.5.
TEST(WalltimeTableTest, IsWelchsInterval) {
  const std::vector<WalltimeRow> rows =
      CompareWalltime(ProfileOf({Benchmark("a", 100, 1, 3)}),
                      ProfileOf({Benchmark("a", 102.5, 2.1213203435596424, 2)}), 0.95);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_NEAR(*rows[0].change_percent, 2.5, 1e-9);
  EXPECT_NEAR(*rows[0].half_width_percent, 11.99, 0.005);
}

TEST(WalltimeTableTest, BenchmarksOfOneSideHaveARow) {
  const std::vector<WalltimeRow> rows =
      CompareWalltime(ProfileOf({Benchmark("old", 1, 0.1, 9), Benchmark("both", 1, 0.1, 9)}),
                      ProfileOf({Benchmark("new", 1, 0.1, 9), Benchmark("both", 2, 0.1, 9)}), 0.95);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].benchmark, "old");
  EXPECT_FALSE(rows[0].head.has_value());
  EXPECT_FALSE(rows[0].change_percent.has_value());
  EXPECT_NEAR(*rows[1].change_percent, 100, 1e-9);
  EXPECT_EQ(rows[2].benchmark, "new");
  EXPECT_FALSE(rows[2].base.has_value());
  const std::string text = RenderWalltime(rows, "x | y", 0.95);
  EXPECT_NE(text.find("### x \\| y\n"), std::string::npos) << text;
  EXPECT_NE(text.find("95% interval"), std::string::npos);
  EXPECT_NE(text.find("9 / –"), std::string::npos);
  EXPECT_NE(text.find("– / 9"), std::string::npos);
  EXPECT_NE(text.find("+100%"), std::string::npos);
}

TEST(WalltimeTableTest, OneRoundHasNoInterval) {
  const std::vector<WalltimeRow> rows =
      CompareWalltime(ProfileOf({Benchmark("a", 1, 0, 1), Benchmark("zero", 0, 0, 5)}),
                      ProfileOf({Benchmark("a", 2, 0.1, 5), Benchmark("zero", 1, 0.1, 5)}), 0.95);
  EXPECT_TRUE(rows[0].change_percent.has_value());
  EXPECT_FALSE(rows[0].half_width_percent.has_value());
  EXPECT_FALSE(rows[1].change_percent.has_value());
}

}  // namespace
}  // namespace benchcell
