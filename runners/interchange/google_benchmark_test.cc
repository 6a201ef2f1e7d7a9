#include "runners/interchange/google_benchmark.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "runners/interchange/testing.h"
#include "runners/report/markdown.h"
#include "runners/report/table.h"

namespace benchcell {
namespace {

using testing::Contains;
using testing::HasSubstr;

std::string Refusal(const std::string& benchmarks) {
  const auto imported =
      ImportTexts({{"g.json", absl::StrCat(R"({"context": {}, "benchmarks": )", benchmarks, "}")}});
  EXPECT_EQ(imported.status().code(), absl::StatusCode::kInvalidArgument) << benchmarks;
  return std::string(imported.status().message());
}

TEST(GoogleBenchmarkTest, ReadsWhatTheLibraryWrote) {
  const auto imported =
      ImportRecorded({"google-benchmark-1.7.1-old.json", "google-benchmark-1.7.1-new.json"});
  ASSERT_TRUE(imported.ok()) << imported.status();
  const v1::ExperimentRun& run = imported->run;
  ASSERT_EQ(run.cell_size(), 4);
  EXPECT_EQ(run.cell(0).level(0).level(), "Sum/64");
  EXPECT_EQ(run.cell(2).level(0).level(), "Counters \"quoted\", with a comma");
  std::vector<std::string> metrics;
  for (const v1::Metric& metric : run.metric()) metrics.push_back(metric.name());
  EXPECT_THAT(metrics, testing::ElementsAre("real_time", "cpu_time", "bytes_per_second",
                                            "items_per_second", "Size"));
  EXPECT_EQ(run.metric(2).direction(), v1::HIGHER_IS_BETTER);
  EXPECT_EQ(run.metric(4).direction(), v1::NEUTRAL);
  // Six repetitions of each build; microseconds in the file.
  EXPECT_EQ(run.block(0).run_size(), 12);
  EXPECT_GT(run.record(0).sample(0).value(), 1e-9);
  EXPECT_LT(run.record(0).sample(0).value(), 1e-6);
  EXPECT_EQ(run.record(0).observed().at("num_cpus"), "2");
  EXPECT_EQ(run.record(run.record_size() - 1).status(), v1::GENUINE_FAILURE);
  EXPECT_EQ(run.record(run.record_size() - 1).message(), "no input file");
  EXPECT_THAT(imported->remarks, Contains(HasSubstr("NaN or infinite are left out")));
}

TEST(GoogleBenchmarkTest, OfAggregatesTheMedianIsTheValue) {
  const auto imported = ImportRecorded({"google-benchmark-1.7.1-aggregates.json"});
  ASSERT_TRUE(imported.ok()) << imported.status();
  EXPECT_EQ(imported->run.record(0).observed().at("summary"), "median of 3 repetitions");
  EXPECT_EQ(imported->run.block(0).run_size(), 1);
}

TEST(GoogleBenchmarkTest, BuildsOfOtherMachinesAreNamed) {
  const auto file = [](const std::string& host) {
    return absl::StrCat(R"({"context": {"host_name": ")", host, R"("}, "benchmarks": [)",
                        R"({"name": "a", "time_unit": "ms", "real_time": 2, "cpu_time": 1}]})");
  };
  const auto imported = ImportTexts({{"old.json", file("ann")}, {"new.json", file("bob")}});
  ASSERT_TRUE(imported.ok()) << imported.status();
  const Table table = *BuildTable(imported->run, {});
  EXPECT_THAT(RenderMarkdown(imported->run, table, {}),
              HasSubstr("old against new: host_name ann against bob"));
}

TEST(GoogleBenchmarkTest, SkippedAndOldForms) {
  const auto imported =
      ImportTexts({{"g.json", R"({"context": {"library_version": "v1.8.4"}, "benchmarks": [
          {"name": "a", "skipped": true, "skip_message": "no disk", "real_time": 0},
          {"name": "b", "time_unit": "s", "real_time": 2, "cpu_time": 1}]})"}});
  ASSERT_TRUE(imported.ok()) << imported.status();
  EXPECT_EQ(imported->run.record(0).message(), "no disk");
  EXPECT_EQ(imported->run.record(1).sample(0).value(), 2);
  EXPECT_EQ(imported->run.imported().tool(), "Google Benchmark v1.8.4");
}

TEST(GoogleBenchmarkTest, WrongTypesUnitsAndNamesTwiceAreNamedWithTheirPlace) {
  EXPECT_THAT(Refusal("[]"), HasSubstr("no benchmark has a value"));
  EXPECT_THAT(Refusal("[1]"), HasSubstr("at /benchmarks/0: found 1"));
  EXPECT_THAT(Refusal(R"([{"name": "a", "time_unit": "h", "real_time": 1, "cpu_time": 1}])"),
              HasSubstr("at /benchmarks/0/time_unit: found the text \"h\", expected ns, us, ms"));
  EXPECT_THAT(Refusal(R"([{"name": "a", "time_unit": "s", "real_time": NaN, "cpu_time": 1}])"),
              HasSubstr("at /benchmarks/0/real_time: found the text \"NaN\""));
  EXPECT_THAT(
      Refusal(R"([{"name": "a", "family_index": 0, "time_unit": "s", "real_time": 1, "cpu_time": 1},
                  {"name": "a", "family_index": 1, "time_unit": "s", "real_time": 1, "cpu_time": 1}])"),
      HasSubstr("at /benchmarks/1/family_index: found a second benchmark named a"));
}

}  // namespace
}  // namespace benchcell
