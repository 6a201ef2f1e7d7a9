#include "runners/interchange/export.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "runners/interchange/benchstat_name.h"
#include "runners/interchange/testing.h"

namespace benchcell {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr size_t kCells = 12;

Exported Export(const std::string& format, const v1::ExperimentRun& run,
                const ExportChoice& choice = {}) {
  const auto exported = ExportRun(format, run, choice);
  EXPECT_TRUE(exported.ok()) << exported.status();
  return exported.ok() ? *exported : Exported();
}

std::string Refusal(const std::string& format, const v1::ExperimentRun& run,
                    const ExportChoice& choice) {
  const auto exported = ExportRun(format, run, choice);
  EXPECT_EQ(exported.status().code(), absl::StatusCode::kInvalidArgument) << format;
  return std::string(exported.status().message());
}

v1::ExperimentRun SmallOne() {
  RunMaker maker("name: 'small-1' build { name: 'old' } build { name: 'new' }");
  maker.AddMetric("rss", "By", v1::RUN);
  maker.AddCell({{"pool", "forks"}});
  maker.AddRound(0, {{0.5, 0.25}, {2, 3}});
  v1::Sample& sample = *maker.run().mutable_record(0)->add_sample();
  sample.set_metric("rss");
  sample.set_value(4096);
  return maker.run();
}

TEST(BenchstatTest, HasALineForEachRun) {
  EXPECT_EQ(Export("benchstat", SmallOne()).text,
            "experiment: small-1\n"
            "run: example-1\n"
            "Unit ns/op better=lower\n"
            "Unit rss-bytes better=lower\n"
            "cpu: Test CPU\n"
            "platform: linux-x64\n"
            "build: old\n"
            "BenchmarkSmall%2D1/pool=forks 1 5e+08 ns/op 4096 rss-bytes\n"
            "BenchmarkSmall%2D1/pool=forks 1 2.5e+08 ns/op\n"
            "cpu: Test CPU\n"
            "platform: linux-x64\n"
            "build: new\n"
            "BenchmarkSmall%2D1/pool=forks 1 2e+09 ns/op\n"
            "BenchmarkSmall%2D1/pool=forks 1 3e+09 ns/op\n");
}

TEST(BenchstatTest, HonoursMetricAndBuilds) {
  const std::string text =
      Export("benchstat", SmallOne(), {.metric = "rss", .builds = {"new", "old"}}).text;
  EXPECT_THAT(text, HasSubstr("build: old\nBenchmarkSmall%2D1/pool=forks 1 4096 rss-bytes\n"));
  EXPECT_EQ(text.find("ns/op"), std::string::npos);
  EXPECT_EQ(text.find("build: new"), std::string::npos);
}

// As golang.org/design/14313-benchmark-format has it: fields between white space.
TEST(BenchstatTest, AwkwardNamesComeBack) {
  const v1::ExperimentRun run = AwkwardRun();
  std::map<std::string, std::set<std::string>> names;
  std::string build;
  const std::vector<std::string> lines = absl::StrSplit(Export("benchstat", run).text, '\n');
  for (const std::string& line : lines) {
    if (absl::StartsWith(line, "build: ")) build = FromBenchstat(line.substr(7));
    if (!absl::StartsWith(line, "Benchmark")) continue;
    const std::vector<std::string> fields =
        absl::StrSplit(line, absl::ByAnyChar(" \t"), absl::SkipEmpty());
    ASSERT_EQ(fields.size(), 6u) << line;
    const std::vector<std::string> parts = absl::StrSplit(fields[0], '/');
    ASSERT_EQ(parts.size(), 3u) << line;
    const std::vector<std::string> level = absl::StrSplit(parts[1], '=');
    EXPECT_EQ(FromBenchstat(level[0]), "axis, \"one\"");
    names[build].insert(FromBenchstat(level[1]));
  }
  const std::set<std::string> expected(AwkwardNames().begin(), AwkwardNames().end());
  EXPECT_EQ(names[AwkwardNames()[0]], expected);
  EXPECT_EQ(names[AwkwardNames()[3]], expected);
}

// Exactly what the action's schema asks for: texts and a number.
TEST(GithubActionTest, HasTheActionsSchema) {
  const Exported exported = Export("github-action-benchmark", AwkwardRun());
  const json entries = json::parse(exported.text);
  ASSERT_EQ(entries.size(), 2 * kCells);
  std::set<std::string> names;
  for (const json& entry : entries) {
    names.insert(entry.at("name").get<std::string>());
    EXPECT_TRUE(entry.at("value").is_number());
    EXPECT_EQ(entry.at("unit"), "s");
    EXPECT_TRUE(entry.at("range").is_string());
    EXPECT_EQ(entry.at("extra"), "wall_time, median of 4 runs");
    EXPECT_EQ(entry.size(), 5u);
  }
  EXPECT_EQ(names.size(), 2 * kCells);
  EXPECT_THAT(names, Contains("awkward: \"axis, \\\"one\\\"\"=\"a, b=c\", n=3 [\"a, b=c\"]"));
  EXPECT_EQ(entries[0].at("value"), 1.09375);
  EXPECT_THAT(exported.remarks, Contains(HasSubstr("customSmallerIsBetter")));
}

TEST(GithubActionTest, SaysWhichWayIsBetter) {
  v1::ExperimentRun run = SmallOne();
  run.mutable_metric(0)->set_direction(v1::HIGHER_IS_BETTER);
  EXPECT_THAT(Export("github-action-benchmark", run).remarks,
              Contains(HasSubstr("customBiggerIsBetter")));
  run.mutable_metric(0)->set_direction(v1::NEUTRAL);
  EXPECT_THAT(Refusal("github-action-benchmark", run, {}), HasSubstr("of wall_time neither is"));
}

TEST(BencherTest, HasBenchersFormat) {
  const json benchmarks = json::parse(Export("bencher", SmallOne()).text);
  EXPECT_EQ(benchmarks, json::parse(R"({
    "small-1: pool=forks [old]": {
      "latency": {"value": 375e6, "lower_value": 25e7, "upper_value": 5e8},
      "rss-bytes": {"value": 4096}},
    "small-1: pool=forks [new]": {
      "latency": {"value": 25e8, "lower_value": 2e9, "upper_value": 3e9}}})"));
}

TEST(BencherTest, NamesAreDifferentAndNoLongerThanBencherTakes) {
  v1::ExperimentRun run = AwkwardRun();
  for (const char* tail : {"a", "b"}) {
    v1::Cell& cell = *run.add_cell();
    cell = run.cell(0);
    cell.set_index(run.cell_size() - 1);
    std::string name;
    for (int i = 0; i < 600; ++i) name += "\u05E9";
    cell.mutable_level(0)->set_level(name + tail);
    v1::RunRecord& record = *run.add_record();
    record = run.record(0);
    record.set_cell(cell.index());
  }
  const json benchmarks = json::parse(Export("bencher", run).text);
  EXPECT_EQ(benchmarks.size(), 2 * kCells + 2);
  for (const auto& [name, measures] : benchmarks.items()) EXPECT_LE(name.size(), 1024u);
}

TEST(BencherTest, SlugsAreSlugsAndDifferent) {
  RunMaker maker("name: 'x' build { name: 'a' }");
  for (const char* name : {"Size of it!", "size-of it", "\u05E9", "rate"}) {
    maker.AddMetric(name, name == std::string("rate") ? "1/s" : "1", v1::RUN);
  }
  maker.AddCell({});
  maker.AddRound(0, {{1}});
  for (const v1::Metric& metric : maker.run().metric()) {
    if (metric.name() == "wall_time") continue;
    v1::Sample& sample = *maker.run().mutable_record(0)->add_sample();
    sample.set_metric(metric.name());
    sample.set_value(1);
  }
  const json benchmarks = json::parse(Export("bencher", maker.run()).text);
  std::vector<std::string> slugs;
  for (const auto& [slug, value] : benchmarks["x: [a]"].items()) slugs.push_back(slug);
  EXPECT_THAT(slugs, testing::UnorderedElementsAre("latency", "size-of-it", "size-of-it-2",
                                                   "metric", "throughput"));
}

TEST(ExportTest, FailuresAndSupersededRecordsAreLeftOut) {
  v1::ExperimentRun run = SmallOne();
  run.mutable_record(1)->set_status(v1::TIMEOUT);
  run.mutable_record(3)->set_superseded(true);
  for (const std::string& format : ExportFormats()) {
    const Exported exported = Export(format, run);
    EXPECT_THAT(exported.remarks, Contains("1 run that failed is left out.")) << format;
    EXPECT_EQ(exported.text.find("0.25"), std::string::npos) << exported.text;
    EXPECT_EQ(exported.text.find("3e+09"), std::string::npos) << exported.text;
  }
}

TEST(ExportTest, SeveralMachinesAndBenchmarksAreToldApart) {
  v1::ExperimentRun run = TwoMachines().run();
  run.mutable_metric(0)->set_scope(v1::BENCHMARK);
  for (v1::RunRecord& record : *run.mutable_record()) {
    record.mutable_sample(0)->set_benchmark("sum");
  }
  const json results = json::parse(Export("hyperfine", run).text)["results"];
  ASSERT_EQ(results.size(), 4u);
  EXPECT_EQ(results[0]["parameters"],
            json({{"script", "a.js"}, {"benchmark", "sum"}, {"machine", "lab-1"}, {"epoch", "1"}}));
}

TEST(ExportTest, UnknownNamesAreRefusedWithTheNearestOne) {
  for (const std::string& format : ExportFormats()) {
    EXPECT_THAT(Refusal(format, SmallOne(), {.metric = "wal_time"}), HasSubstr("\"wall_time\""));
    EXPECT_THAT(Refusal(format, SmallOne(), {.builds = {"od"}}), HasSubstr("\"old\""));
  }
  EXPECT_THAT(Refusal("benchstt", SmallOne(), {}), HasSubstr("\"benchstat\""));
}

}  // namespace
}  // namespace benchcell
