#include "plugins/codspeed/profile/walltime.h"

#include <map>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "runners/base/files.h"

namespace benchcell::codspeed {
namespace {

constexpr char kRecorded[] = "fixtures/recorded/codspeed/walltime/results/5504.json";

TEST(WalltimeTest, ReadsRecordedResults) {
  const WalltimeResults results = *ParseWalltime(*ReadFile(kRecorded), "5504.json");
  EXPECT_EQ(results.codspeed, "codspeed-node 5.7.1");
  ASSERT_EQ(results.benchmarks.size(), 2u);
  const BenchmarkProfile& one = results.benchmarks[0];
  EXPECT_EQ(one.uri, "wt/w.bench.ts::w::one");
  EXPECT_EQ(one.pid, 5504u);
  EXPECT_TRUE(one.profiles.empty());
  std::map<std::string, double> values;
  for (const v1::Sample& sample : one.samples) values[sample.metric()] = sample.value();
  EXPECT_DOUBLE_EQ(values.at("wall_time"), 60516.0000000069e-9);
  EXPECT_DOUBLE_EQ(values.at("wall_time_mean"), 86239.78275862137e-9);
  EXPECT_DOUBLE_EQ(values.at("wall_time_deviation"), 227749.0309085308e-9);
  EXPECT_EQ(values.at("rounds"), 1160);
  EXPECT_DOUBLE_EQ(values.at("total_time"), 0.10003814800000077);
}

TEST(WalltimeTest, EveryMetricHasASample) {
  const WalltimeResults results = *ParseWalltime(*ReadFile(kRecorded), "5504.json");
  std::map<std::string, double> values;
  for (const v1::Sample& sample : results.benchmarks[1].samples) {
    values[sample.metric()] = sample.value();
  }
  for (const v1::Metric& metric : MetricsOf(ProfileMode::kWalltime)) {
    EXPECT_EQ(values.count(metric.name()), 1u) << metric.name();
  }
}

TEST(WalltimeTest, SaysWhatIsWrong) {
  const auto message = [](const std::string& text) {
    const absl::Status status = ParseWalltime(text, "5.json").status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << text;
    return std::string(status.message());
  };
  EXPECT_NE(message("").find("5.json: found no JSON"), std::string::npos);
  EXPECT_NE(message("{\"a\": 1").find("found no JSON"), std::string::npos);
  EXPECT_NE(message("{}").find("no list of benchmarks"), std::string::npos);
  EXPECT_EQ(message(R"({"benchmarks": [{"uri": 5}]})"),
            "5.json: benchmarks[0].uri: found number, expected a text");
  EXPECT_EQ(message(R"({"benchmarks": [{"uri": "a", "stats": {"median_ns": null}}]})"),
            "5.json: benchmarks[0].stats.median_ns: found null, expected a number");
  EXPECT_EQ(message(R"({"benchmarks": [{"uri": "a", "stats": {"median_ns": "5"}}]})"),
            "5.json: benchmarks[0].stats.median_ns: found string, expected a number");
  EXPECT_TRUE(ParseWalltime(R"({"benchmarks": []})", "5.json")->benchmarks.empty());
}

}  // namespace
}  // namespace benchcell::codspeed
