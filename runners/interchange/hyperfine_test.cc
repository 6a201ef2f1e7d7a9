#include "runners/interchange/hyperfine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "runners/interchange/testing.h"

namespace benchcell {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

// Two commands at two sizes, as hyperfine 1.15 writes them.
constexpr char kParameters[] = R"({"results": [
  {"command": "old 1", "mean": 2, "stddev": 1, "median": 2, "user": 1, "system": 0, "min": 1,
   "max": 3, "times": [1, 2, 3], "exit_codes": [0, 0, 0], "parameters": {"size": "1"}},
  {"command": "new 1", "times": [2, 2.5], "exit_codes": [0, 1], "parameters": {"size": "1"}},
  {"command": "old 10", "times": [10, 11], "exit_codes": [0, null], "parameters": {"size": "10"}},
  {"command": "new 10", "times": [12], "parameters": {"size": "10"}}]})";

std::string Refusal(const std::string& text) {
  const auto imported = ImportTexts({{"h.json", text}}, "hyperfine");
  EXPECT_EQ(imported.status().code(), absl::StatusCode::kInvalidArgument) << text;
  return std::string(imported.status().message());
}

TEST(HyperfineTest, ParametersAreCellsAndCommandsAreBuilds) {
  const auto imported = ImportTexts({{"h.json", kParameters}});
  ASSERT_TRUE(imported.ok()) << imported.status();
  const v1::ExperimentRun& run = imported->run;
  EXPECT_EQ(run.imported().format(), "hyperfine");
  EXPECT_EQ(run.imported().file(0).sha256().size(), 64u);
  EXPECT_EQ(run.id(), "hyperfine-20261130-005320-7f3a");
  ASSERT_EQ(run.cell_size(), 2);
  EXPECT_EQ(run.cell(1).level(0).axis(), "size");
  EXPECT_EQ(run.cell(1).level(0).level(), "10");
  const auto& builds = run.resolved().experiment().build();
  ASSERT_EQ(builds.size(), 2);
  EXPECT_EQ(builds[0].name(), "old {size}");
  EXPECT_EQ(builds[1].name(), "new {size}");
  ASSERT_EQ(run.record_size(), 8);
  EXPECT_EQ(run.record(4).exit().code(), 1u);
  EXPECT_EQ(run.record(4).status(), v1::OK);
  EXPECT_EQ(run.record(4).sample(0).value(), 2.5);
  EXPECT_THAT(imported->remarks, Contains(HasSubstr("User and system time")));
  EXPECT_THAT(imported->remarks, Contains(HasSubstr("2 runs did not end with exit code 0")));
}

TEST(HyperfineTest, WhatNobodyKnowsIsUnset) {
  const auto imported = ImportTexts({{"h.json", kParameters}});
  ASSERT_TRUE(imported.ok());
  EXPECT_EQ(imported->run.seed(), 0u);
  EXPECT_EQ(imported->run.machine_size(), 0);
  for (const v1::RunRecord& record : imported->run.record()) {
    EXPECT_FALSE(record.has_start_time());
    EXPECT_FALSE(record.has_usage());
    EXPECT_EQ(record.machine(), "");
  }
}

TEST(HyperfineTest, SeveralFilesAreBuilds) {
  const std::string text = R"({"results": [{"command": "ls", "times": [1]},
                                           {"command": "pwd", "times": [2]}]})";
  const auto imported = ImportTexts({{"main.json", text}, {"pr.json", text}});
  ASSERT_TRUE(imported.ok()) << imported.status();
  EXPECT_EQ(imported->run.resolved().experiment().build(1).name(), "pr");
  ASSERT_EQ(imported->run.cell_size(), 2);
  EXPECT_EQ(imported->run.cell(0).level(0).axis(), "command");
  EXPECT_EQ(imported->run.cell(0).level(0).level(), "ls");
}

TEST(HyperfineTest, TheSameCommandTwiceIsTwoBuilds) {
  const auto imported = ImportTexts(
      {{"h.json",
        R"({"results": [{"command": "a", "times": [1]}, {"command": "a", "times": [2]}]})"}});
  ASSERT_TRUE(imported.ok()) << imported.status();
  EXPECT_EQ(imported->run.resolved().experiment().build(1).name(), "a #2");
}

TEST(HyperfineTest, MemoryOfLaterVersionsIsAMetric) {
  const auto imported = ImportTexts({{"h.json", R"({"results": [{"command": "a", "times": [1, 2],
                                   "memory_usage_byte": [2048, 4096]}]})"}});
  ASSERT_TRUE(imported.ok()) << imported.status();
  EXPECT_EQ(imported->run.metric(1).name(), "peak_memory");
  EXPECT_EQ(imported->run.record(1).sample(1).value(), 4096);
}

TEST(HyperfineTest, WrongTypesAreNamedWithTheirPlace) {
  EXPECT_THAT(Refusal("[]"), HasSubstr("at the top: found an array of 0"));
  EXPECT_THAT(Refusal("{}"), HasSubstr("found no member results"));
  EXPECT_THAT(Refusal(R"({"results": 3})"), HasSubstr("at /results: found 3, expected an array"));
  EXPECT_THAT(Refusal(R"({"results": []})"), HasSubstr("no benchmark has a value"));
  EXPECT_THAT(Refusal(R"({"results": [7]})"), HasSubstr("at /results/0"));
  EXPECT_THAT(Refusal(R"({"results": [{"command": 1, "times": [1]}]})"),
              HasSubstr("at /results/0/command: found 1, expected a text"));
  EXPECT_THAT(Refusal(R"({"results": [{"command": "a", "times": [1, NaN]}]})"),
              HasSubstr("at /results/0/times/1: found the text \"NaN\", expected a number"));
  EXPECT_THAT(Refusal(R"({"results": [{"command": "a", "times": [-1]}]})"),
              HasSubstr("not below 0"));
  EXPECT_THAT(Refusal(R"({"results": [{"command": "a", "times": []}]})"),
              HasSubstr("at /results/0/times: found an array of 0"));
  EXPECT_THAT(Refusal(R"({"results": [{"command": "a", "times": [1], "exit_codes": [0, 0]}]})"),
              HasSubstr("an array of 1, one for each"));
  EXPECT_THAT(Refusal(R"({"results": [{"command": "a", "times": [1], "exit_codes": [0.5]}]})"),
              HasSubstr("at /results/0/exit_codes/0"));
  EXPECT_THAT(Refusal(R"({"results": [{"command": "a", "times": [1], "parameters": [1]}]})"),
              HasSubstr("at /results/0/parameters"));
}

TEST(HyperfineTest, WritesWhatHyperfineWrites) {
  const v1::ExperimentRun run = AwkwardRun();
  const auto exported = WriteHyperfine(run, {});
  ASSERT_TRUE(exported.ok()) << exported.status();
  const json result = json::parse(exported->text)["results"][0];
  EXPECT_EQ(result["command"], AwkwardNames()[0]);
  EXPECT_THAT(result["times"].get<std::vector<double>>(), ElementsAre(1, 1.125, 1.0625, 1.1875));
  EXPECT_DOUBLE_EQ(result["mean"], 1.09375);
  EXPECT_DOUBLE_EQ(result["median"], 1.09375);
  EXPECT_NEAR(result["stddev"], 0.0806872, 1e-6);
  EXPECT_EQ(result["min"], 1);
  EXPECT_EQ(result["max"], 1.1875);
  EXPECT_EQ(result["user"], 0.5);
  EXPECT_EQ(result["system"], 0.25);
  EXPECT_EQ(result["exit_codes"], json::array({0, 0, 0, 0}));
  EXPECT_EQ(result["parameters"]["n"], "3");
}

TEST(HyperfineTest, OfOneRunThereIsNoDeviationAndUnknownCpuTimeIsLeftOut) {
  RunMaker maker("name: 'one' build { name: 'a' } protocol { rounds: 1 runs: 1 }");
  maker.AddCell({});
  maker.AddRound(0, {{2}});
  const auto exported = WriteHyperfine(maker.run(), {});
  ASSERT_TRUE(exported.ok());
  const json result = json::parse(exported->text)["results"][0];
  EXPECT_TRUE(result["stddev"].is_null());
  EXPECT_FALSE(result.contains("user"));
  EXPECT_TRUE(result["exit_codes"][0].is_null());
  EXPECT_FALSE(result.contains("parameters"));
  EXPECT_THAT(exported->remarks, Contains(HasSubstr("`user` and `system` are missing")));
}

TEST(HyperfineTest, OtherUnitsThanSecondsAreRefused) {
  const auto exported = WriteHyperfine(AwkwardRun(), {.metric = "peak_memory"});
  EXPECT_THAT(std::string(exported.status().message()),
              HasSubstr("holds seconds: found peak_memory in By"));
  EXPECT_FALSE(WriteHyperfine(AwkwardRun(), {.builds = {"none"}}).ok());
}

}  // namespace
}  // namespace benchcell
