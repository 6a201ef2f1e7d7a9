#include "runners/report/markdown.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "runners/report/testing.h"
#include "runners/report/text.h"

namespace benchcell {
namespace {

std::string Render(const v1::ExperimentRun& run, const MarkdownOptions& options = {}) {
  const auto table = BuildTable(run, {});
  EXPECT_TRUE(table.ok()) << table.status();
  return RenderMarkdown(run, *table, options);
}

// The lines of the table itself.
std::string TableLines(const std::string& text) {
  std::istringstream lines(text);
  std::string table;
  for (std::string line; std::getline(lines, line);) {
    if (line.substr(0, 1) == "|") table += line + "\n";
  }
  return table;
}

TEST(MarkdownTest, TheWholeText) {
  EXPECT_EQ(Render(SmallRun().run()),
            R"md(### Two builds

Metric: wall_time, lower is better. The same in all rows: isolate false, maxWorkers 4 (default).

| pool    |  main |    PR |    Δ | Δ per round |     95% interval |   n | published Δ | verdict |
| ------- | ----: | ----: | ---: | ----------: | ---------------: | --: | ----------: | ------- |
| forks   | 5.15s | 3.55s | −31% |  −31%, −31% | −33.3% to −26.0% |   6 |        −32% | agrees  |
| threads | 2.00s | 2.00s |   ~0 |      ~0, ~0 |     0.0% to 0.0% |   6 |          ~0 | agrees  |

Values are medians over the n measured runs of each build; Δ is the change of the median against main, Δ per round the same within each round. The 95% interval is that of the change within pairs of runs with the same round and index (Hodges-Lehmann, signed-rank).

With this many pairs and their spread, a change of 0.0% to 8.3% (by row) is found with 90% probability.

Verdict: the published change, or the span of its rounds, widened by 10 percentage points either way, is held against the interval measured here: *agrees* if the whole interval lies inside, *differs* if all of it lies outside, otherwise *too noisy to tell*.

This machine differs from the published one: processor Test CPU instead of Apple M4 Pro, logical processors 4 instead of 12.

Measured on: Test CPU, 4 logical processors.

The builds are releases.

Published: a page
)md");
}

TEST(MarkdownTest, ThreeBuildsHaveAChangeEach) {
  RunMaker maker(R"pb(
    name: "late"
    build { name: "main" }
    build { name: "#11760" }
    build { name: "#11761" }
    protocol { rounds: 1 runs: 3 })pb");
  maker.AddCell({{"state", "cold"}});
  maker.AddRound(0, {{2.20, 2.19, 2.21}, {2.23, 2.22, 2.24}, {2.05, 2.04, 2.06}});
  maker.AddCell({{"state", "warm"}});
  maker.AddRound(0, {{1.30, 1.29, 1.31}, {1.40, 1.41, 1.39}, {1.30, 1.31, 1.29}});
  EXPECT_EQ(
      TableLines(Render(maker.run())),
      R"md(| state |  main | #11760 | #11761 | Δ #11760 | 95% interval #11760 | Δ #11761 | 95% interval #11761 |   n |
| ----- | ----: | -----: | -----: | -------: | ------------------: | -------: | ------------------: | --: |
| cold  | 2.20s |  2.23s |  2.05s |       ~0 |                   – |      −7% |                   – |   3 |
| warm  | 1.30s |  1.40s |  1.30s |      +8% |                   – |       ~0 |                   – |   3 |
)md");
}

TEST(MarkdownTest, StatisticsOnRequest) {
  EXPECT_EQ(
      TableLines(Render(SmallRun().run(), {.statistics = true})),
      R"md(| pool    |  main |    PR |    Δ | Δ per round |     95% interval |     p |     q | detectable |   n | published Δ | verdict |
| ------- | ----: | ----: | ---: | ----------: | ---------------: | ----: | ----: | ---------: | --: | ----------: | ------- |
| forks   | 5.15s | 3.55s | −31% |  −31%, −31% | −33.3% to −26.0% | 0.031 | 0.062 |       8.3% |   6 |        −32% | agrees  |
| threads | 2.00s | 2.00s |   ~0 |      ~0, ~0 |     0.0% to 0.0% | 1.000 | 1.000 |       0.0% |   6 |          ~0 | agrees  |
)md");
}

TEST(MarkdownTest, FailedRowsAreShownWithNotes) {
  RunMaker maker = SmallRun();
  for (uint32_t round = 0; round < 2; ++round) {
    for (uint32_t index = 0; index < 3; ++index) {
      maker.Fail(maker.Record(round, 1, index), v1::GENUINE_FAILURE,
                 "exit code 1\nError: a | b\n  at *x*\n");
    }
  }
  const std::string text = Render(maker.run());
  EXPECT_EQ(
      TableLines(text),
      R"md(| pool    |  main |    PR |    Δ | Δ per round |     95% interval |        n | published Δ | verdict           |
| ------- | ----: | ----: | ---: | ----------: | ---------------: | -------: | ----------: | ----------------- |
| forks   | 5.15s | 3.55s | −31% |  −31%, −31% | −33.3% to −26.0% |        6 |        −32% | agrees            |
| threads | 2.00s |     – |    – |           – |                – | 6, 0 [1] |          ~0 | too noisy to tell |
)md");
  EXPECT_NE(text.find("\n[1] PR: 6 of 6 runs failed, the first with: exit code 1\n\n"
                      "    Error: a | b\n      at *x*\n"),
            std::string::npos);
}

TEST(MarkdownTest, LaterAttemptsAreOneNoteForAllRows) {
  RunMaker maker = SmallRun();
  for (v1::RunRecord& record : *maker.run().mutable_record()) {
    if (record.round() == 1) record.set_attempt(2);
  }
  maker.Fail(maker.Record(1, 1, 0), v1::TIMEOUT, "");
  const std::string text = Render(maker.run());
  EXPECT_NE(text.find(" 6 [2] |"), std::string::npos) << text;
  EXPECT_NE(text.find(" 6, 5 [1] [2] |"), std::string::npos) << text;
  const size_t note = text.find("\n[2] 12 runs are of a later attempt");
  ASSERT_NE(note, std::string::npos) << text;
  EXPECT_EQ(text.find("later attempt", note + 40), std::string::npos) << text;
}

TEST(MarkdownTest, MachinesAreToldApart) {
  RunMaker maker = SmallRun();
  for (v1::RunRecord& record : *maker.run().mutable_record()) {
    if (record.cell() == 1 && record.round() == 1) record.set_machine("lab-2");
    if (record.cell() == 0) record.set_epoch(2);
  }
  const std::string text = TableLines(Render(maker.run()));
  EXPECT_NE(text.find("| forks   | lab-1 epoch 2       |"), std::string::npos) << text;
  EXPECT_NE(text.find("| threads | all, each by itself |"), std::string::npos) << text;
  EXPECT_NE(text.find("| threads | lab-1               |"), std::string::npos) << text;
  EXPECT_NE(text.find("| threads | lab-2               |"), std::string::npos) << text;
}

TEST(MarkdownTest, OnePairHasNoTest) {
  RunMaker maker(
      "name: 'z' build { name: 'a' } build { name: 'b' } protocol { rounds: 1 runs: 1 }");
  maker.AddCell({});
  maker.AddRound(0, {{1}, {2}});
  const std::string text = Render(maker.run(), {.statistics = true});
  EXPECT_EQ(TableLines(text),
            R"md(|     a |     b |     Δ | 95% interval |   p |   q | detectable |   n |
| ----: | ----: | ----: | -----------: | --: | --: | ---------: | --: |
| 1.00s | 2.00s | +100% |            – |   – |   – |          – |   1 |
)md");
  EXPECT_NE(
      text.find("\nFewer than 6 pairs have no 95% interval, and a single pair has no test: more "
                "runs are needed for one.\n"),
      std::string::npos)
      << text;
}

TEST(MarkdownTest, RowsWithTheSameNoteShareIt) {
  RunMaker maker("name: 'b' build { name: 'a' } protocol { rounds: 1 runs: 2 }");
  maker.AddMetric("time", "s", v1::BENCHMARK);
  maker.AddCell({{"file", "x"}});
  maker.AddRound(0, {{1, 1}});
  for (const char* name : {"parse", "print"}) {
    v1::Sample& sample = *maker.Record(0, 0, 0).add_sample();
    sample.set_metric("time");
    sample.set_benchmark(name);
    sample.set_value(1);
  }
  maker.Fail(maker.Record(0, 0, 1), v1::TIMEOUT, "");
  const auto table = BuildTable(maker.run(), {.metric = "time"});
  const std::string text = RenderMarkdown(maker.run(), *table, {});
  EXPECT_NE(text.find("| parse     | 1.00s | 1 [1] |\n| print     | 1.00s | 1 [1] |"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("[2]"), std::string::npos) << text;
}

TEST(MarkdownTest, OneBuildHasNoChange) {
  RunMaker maker("name: 'one' build { name: 'a' } protocol { rounds: 1 runs: 1 }");
  maker.AddCell({{"pool", "forks"}});
  maker.AddRound(0, {{1.5}});
  EXPECT_EQ(TableLines(Render(maker.run())),
            "|     a |   n |\n"
            "| ----: | --: |\n"
            "| 1.50s |   1 |\n");
}

TEST(MarkdownTest, AwkwardNamesStayInTheirCells) {
  RunMaker maker(R"pb(
    name: "odd"
    title: "a|b\nc"
    build { name: "x|y" }
    build { name: "*\U0001F680*" }
    protocol { rounds: 1 runs: 1 })pb");
  const std::vector<std::string> names = {
      "a|b",        "line\nbreak", "\U0001F680", "漢字", "e\u0301", "\u05e9\u05dc\u05d5\u05dd",
      "\u202Eevil", "\x1b[31mred", "<b>",        "a\\|b"};
  for (const std::string& name : names) {
    maker.AddCell({{"pi|pe", name}});
    maker.AddRound(0, {{1}, {1}});
  }
  const std::string text = TableLines(Render(maker.run()));
  std::istringstream lines(text);
  std::set<size_t> widths;
  size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    widths.insert(DisplayWidth(line));
    // Columns: cells are separated by bars that no backslash takes the meaning from.
    size_t bars = 0;
    for (size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '\\')
        ++i;
      else
        bars += line[i] == '|';
    }
    EXPECT_EQ(bars, 7) << line;
  }
  EXPECT_EQ(count, names.size() + 2);
  EXPECT_EQ(widths.size(), 1) << text;
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find("\u202E"), std::string::npos);
}

}  // namespace
}  // namespace benchcell
