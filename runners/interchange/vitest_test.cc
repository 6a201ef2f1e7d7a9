#include "runners/interchange/vitest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "runners/interchange/testing.h"

namespace benchcell {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string Refusal(const std::string& text) {
  const auto imported = ImportTexts({{"v.json", text}}, "vitest-bench");
  EXPECT_EQ(imported.status().code(), absl::StatusCode::kInvalidArgument) << text;
  return std::string(imported.status().message());
}

// Axis and level of each, as one text.
std::string LevelsOf(const v1::Cell& cell) {
  std::string text;
  for (const v1::Level& level : cell.level()) text += level.axis() + " " + level.level() + "; ";
  return text;
}

TEST(VitestTest, ReadsWhatVitest4Wrote) {
  const auto imported = ImportRecorded({"vitest-4.1.10-old.json", "vitest-4.1.10-new.json"});
  ASSERT_TRUE(imported.ok()) << imported.status();
  const v1::ExperimentRun& run = imported->run;
  ASSERT_EQ(run.cell_size(), 4);
  EXPECT_EQ(LevelsOf(run.cell(0)), "file words.bench.js; benchmark join; ");
  EXPECT_EQ(LevelsOf(run.cell(1)), "file words.bench.js; benchmark throws; ");
  EXPECT_EQ(LevelsOf(run.cell(3)),
            "file words.bench.js; group sort; benchmark toSorted \"as it is\"; ");
  EXPECT_EQ(run.resolved().experiment().build(0).name(), "vitest-4.1.10-old");
  ASSERT_EQ(run.record_size(), 8);
  const v1::RunRecord& join = run.record(0);
  EXPECT_EQ(join.status(), v1::OK);
  EXPECT_THAT(join.observed().at("summary"), StartsWith("median of "));
  // Milliseconds in the file.
  EXPECT_GT(join.sample(0).value(), 1e-6);
  EXPECT_LT(join.sample(0).value(), 1e-2);
  EXPECT_EQ(join.sample(1).metric(), "mean_time");
  EXPECT_EQ(run.record(2).status(), v1::GENUINE_FAILURE);
}

TEST(VitestTest, ReadsWhatVitest5Wrote) {
  const auto imported = ImportRecorded({"vitest-5.1.0-old.json", "vitest-5.1.0-new.json"});
  ASSERT_TRUE(imported.ok()) << imported.status();
  const v1::ExperimentRun& run = imported->run;
  ASSERT_EQ(run.cell_size(), 4);
  EXPECT_THAT(LevelsOf(run.cell(0)), HasSubstr("file words.bench.js; group sort > words; bench"));
  EXPECT_EQ(LevelsOf(run.cell(3)), "file words.bench.js; group throws; ");
  EXPECT_EQ(run.record(6).status(), v1::GENUINE_FAILURE);
  EXPECT_THAT(run.record(6).message(), StartsWith("Error: no words"));
}

TEST(VitestTest, SingleIterationsAreRuns) {
  const auto imported = ImportRecorded({"vitest-5.1.0-samples.json"});
  ASSERT_TRUE(imported.ok()) << imported.status();
  EXPECT_EQ(imported->run.metric_size(), 1);
  EXPECT_GT(imported->run.record_size(), 30);
  EXPECT_EQ(imported->run.record(0).observed().count("summary"), 0u);
  // The first sample of the file, 0.446... milliseconds.
  EXPECT_NEAR(imported->run.record(0).sample(0).value(), 0.000446386, 1e-9);
}

TEST(VitestTest, SummariesAndSingleIterationsAreComparedBySummaries) {
  const auto imported = ImportRecorded({"vitest-5.1.0-old.json", "vitest-5.1.0-samples.json"});
  ASSERT_TRUE(imported.ok()) << imported.status();
  EXPECT_EQ(imported->run.record_size(), 8);
  EXPECT_EQ(imported->run.metric(1).name(), "mean_time");
}

TEST(VitestTest, FilesAreNamedBelowWhatTheyHaveInCommon) {
  const std::string text = R"({"files": [
    {"filepath": "/srv/app/one/a.bench.ts", "groups": [{"fullName": "one/a.bench.ts > s",
      "benchmarks": [{"name": "x", "mean": 2}]}]},
    {"filepath": "/srv/app/other/b.bench.ts", "groups": [{"fullName": "other/b.bench.ts",
      "benchmarks": [{"name": "x", "mean": 3, "median": 1, "sampleCount": 7}]}]}]})";
  const auto imported = ImportTexts({{"v.json", text}});
  ASSERT_TRUE(imported.ok()) << imported.status();
  EXPECT_EQ(LevelsOf(imported->run.cell(0)), "file one/a.bench.ts; group s; benchmark x; ");
  EXPECT_EQ(LevelsOf(imported->run.cell(1)), "file other/b.bench.ts; benchmark x; ");
  EXPECT_EQ(imported->run.record(0).observed().at("summary"), "mean");
  EXPECT_EQ(imported->run.record(1).observed().at("summary"), "median of 7 iterations");
}

TEST(VitestTest, WrongTypesAndNamesTwiceAreNamedWithTheirPlace) {
  EXPECT_THAT(Refusal(R"({"files": [{"filepath": 1}]})"), HasSubstr("at /files/0/filepath"));
  EXPECT_THAT(Refusal(R"({"files": [{"filepath": "a", "groups": {}}]})"),
              HasSubstr("at /files/0/groups"));
  EXPECT_THAT(Refusal(R"({"files": [{"filepath": "a", "groups": [{"fullName": "a", "benchmarks":
                          [{"name": "x", "mean": "fast"}]}]}]})"),
              HasSubstr("at /files/0/groups/0/benchmarks/0/mean: found the text \"fast\""));
  EXPECT_THAT(Refusal(R"({"files": [{"filepath": "a", "groups": [{"fullName": "a", "benchmarks":
                          [{"name": "x", "mean": 1}, {"name": "x", "mean": 2}]}]}]})"),
              HasSubstr("at /files/0/groups/0/benchmarks/1: found a second result"));
  EXPECT_THAT(Refusal(R"({"testResults": [{"name": "a"}]})"),
              HasSubstr("at /testResults/0: found no member assertionResults"));
  EXPECT_THAT(Refusal(R"({"testResults": [{"name": "a", "assertionResults": [
                          {"status": "passed", "title": "t"}]}]})"),
              HasSubstr("no benchmark has a value"));
  EXPECT_THAT(Refusal(R"({"testResults": [{"name": "a", "assertionResults": [{"status": "passed",
                          "benchmarks": [{"name": "g", "tasks": [{"name": "x"}]}]}]}]})"),
              HasSubstr("/tasks/0: found no member latency"));
}

}  // namespace
}  // namespace benchcell
