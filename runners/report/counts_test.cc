// Tables of counts, from the stored run to what is printed.

#include <gtest/gtest.h>

#include "runners/report/captions.h"
#include "runners/report/count_run_testing.h"
#include "runners/report/markdown.h"

namespace benchcell {
namespace {

Table Build(const v1::ExperimentRun& run, const TableOptions& options = {}) {
  const auto table = BuildTable(run, options);
  EXPECT_TRUE(table.ok()) << table.status();
  return *table;
}

std::string Render(const v1::ExperimentRun& run, const TableOptions& options = {}) {
  return RenderMarkdown(run, Build(run, options), {.statistics = true});
}

TEST(CountsTest, TheWholeText) {
  EXPECT_EQ(Render(CountRun().run()), R"md(### Getter tracking

Metric: instructions, lower is better. The same in all rows: file src/a.bench.ts.

| benchmark |         4 |         5 | 5-suppressed |            spread |                          Δ 5 | cause 5                 | Δ 5-suppressed | cause 5-suppressed |   n |
| --------- | --------: | --------: | -----------: | ----------------: | ---------------------------: | ----------------------- | -------------: | ------------------ | --: |
| dense     |   765,815 | 2,155,815 |      766,032 |                 0 |                     +181.51% | the runner's own frames |         +0.03% | –                  |   2 |
| local     |   200,913 |    17,548 |      200,913 |                 0 |                      −91.27% | tier flip               |              = | –                  |   2 |
| json      | 1,034,767 | 1,034,750 |    1,036,472 | 0.04%, 0.0097%, 0 | −0.0016% (within the spread) | –                       |         +0.16% | –                  |   2 |
| fibo 15   |    92,787 |    92,787 |       92,787 |                 0 |                            = | –                       |              = | –                  |   2 |

Counts are exact: the same work gives the same count, so there is no interval, p or q. Values are medians over the n measured runs of each build; Δ is the exact change of the median against 4. The spread is how far the runs of a build are apart, as a share of their median, 0 if all have the same count; a change is *within the spread* if the counts of the two builds overlap, or if it is no larger than the spread of one of them. The cause is the kind of frames that most of the change comes from. The runtime's own cost does not tell who called it: it is the cause where the others hardly changed.

Measured on: Test CPU, 4 logical processors.

#### Why it changed

dense, 5: +181.51% (+1,390,000). The runner's own frames: the test runner and whatever measures, with the runtime that they call, are most of the change. It is not the code's.

| frame                                          | kind      |       4 |         5 |          Δ | share |
| ---------------------------------------------- | --------- | ------: | --------: | ---------: | ----: |
| (anonymous), vitest/dist/chunks/init.js:127:23 | harness   |       0 |   480,000 |   +480,000 |   35% |
| MapPrototypeSet, node                          | harness   |       0 |   350,000 |   +350,000 |   25% |
| FindOrderedHashMapEntry, node                  | harness   |       0 |   230,000 |   +230,000 |   17% |
| MapPrototypeGet, node                          | harness   |       0 |   185,000 |   +185,000 |   13% |
| CallFunction_ReceiverIsNullOrUndefined, node   | harness   |       0 |   110,000 |   +110,000 |    8% |
| 1 other frame                                  |           |       0 |    35,000 |    +35,000 |    3% |
| *all frames*                                   | optimised | 210,011 |   210,011 |          0 |    0% |
| *all frames*                                   | runtime   | 555,804 |   555,804 |          0 |    0% |
| *all frames*                                   | harness   |       0 | 1,390,000 | +1,390,000 |  100% |

local, 5: −91.27% (−183,365). A tier flip: the function work (order/one.bench.ts:3:14) was interpreted before and is optimised now. What ran before decides that, not what the code does.

| frame                         | kind        |       4 |      5 |        Δ | share |
| ----------------------------- | ----------- | ------: | -----: | -------: | ----: |
| AddHandler, node              | interpreter |  39,960 |      0 |  −39,960 |   22% |
| JumpLoopHandler, node         | interpreter |  38,961 |      0 |  −38,961 |   21% |
| IncHandler, node              | interpreter |  35,964 |      0 |  −35,964 |   20% |
| TestLessThanHandler, node     | interpreter |  32,002 |      0 |  −32,002 |   17% |
| small frames: interpreter     | interpreter |  27,331 |  1,200 |  −26,131 |   14% |
| LdarHandler, node             | interpreter |  24,008 |      0 |  −24,008 |   13% |
| work, order/one.bench.ts:3:14 | optimised   |       0 | 15,021 |  +15,021 |   −8% |
| 2 other frames                |             |   2,687 |  1,327 |   −1,360 |    1% |
| *all frames*                  | interpreter | 198,226 |  1,200 | −197,026 |  107% |
| *all frames*                  | optimised   |       0 | 15,021 |  +15,021 |   −8% |
| *all frames*                  | runtime     |   2,687 |  1,327 |   −1,360 |    1% |
)md");
}

TEST(CountsTest, NoTestIsMadeOfCounts) {
  const Table table = Build(CountRun().run());
  ASSERT_EQ(table.rows.size(), 4u);
  for (const TableRow& row : table.rows) {
    for (const ChangeResult& change : row.changes) {
      EXPECT_TRUE(change.exact.has_value());
      EXPECT_FALSE(change.paired.has_value());
      EXPECT_FALSE(change.Interval().has_value());
      EXPECT_FALSE(change.PValue().has_value());
      EXPECT_FALSE(change.q_value.has_value());
      EXPECT_FALSE(change.smallest_detectable.has_value());
      EXPECT_TRUE(change.round_ratio.empty());
    }
  }
  EXPECT_EQ(table.rows[2].builds[0].spread->high, 1034980);
  EXPECT_EQ(ExitCode(table), 0);
}

TEST(CountsTest, OneRunHasNoSpreadAndNoColumnOfIt) {
  CountRunMaker maker(
      "name: 'c' build { name: 'a' } build { name: 'b' } protocol { rounds: 1 runs: 1 }");
  maker.AddCell({{"file", "x"}});
  maker.AddRun(0, {{"f", 1000}});
  maker.AddRun(1, {{"f", 1001}});
  const std::string text = Render(maker.run());
  EXPECT_NE(text.find("| benchmark |     a |     b |      Δ |   n |\n"), std::string::npos) << text;
  EXPECT_NE(text.find("| f         | 1,000 | 1,001 | +0.10% |   1 |\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("Why it changed"), std::string::npos) << "nobody made profiles";
}

TEST(CountsTest, ABenchmarkThatIsACellIsNamedOnce) {
  CountRunMaker maker(
      "name: 'c' build { name: 'a' } build { name: 'b' } protocol { rounds: 1 runs: 1 }");
  for (const char* uri : {"src/x.bench.ts::f", "src/x.bench.ts::g"}) {
    maker.AddCell({{"benchmark", uri}});
    maker.AddRun(0, {Counted(uri, Untracked())});
    maker.AddRun(1, {Counted(uri, Tracked())});
  }
  const std::string text = Render(maker.run());
  EXPECT_NE(text.find("| benchmark         |       a |         b |        Δ | cause "),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\nbenchmark src/x.bench.ts::f, b: +181.51%"), std::string::npos) << text;
}

TEST(CountsTest, UnlikeBuildsAreNotCompared) {
  CountRunMaker maker(
      "name: 'c' build { name: 'a' } build { name: 'b' } protocol { rounds: 1 runs: 1 }");
  maker.AddCell({{"file", "x"}});
  maker.AddRun(0, {{"f", 1000}, {"g", 7}}, "24.21.0");
  maker.AddRun(1, {{"f", 500}, {"g", 7}}, "24.22.3");
  const Table table = Build(maker.run());
  EXPECT_FALSE(table.rows[0].changes[0].compared);
  EXPECT_FALSE(table.rows[0].changes[0].ratio.has_value());
  EXPECT_FALSE(table.rows[0].changes[0].exact.has_value());
  EXPECT_EQ(ExitCode(table), 1);
  const std::string text = Render(maker.run());
  EXPECT_NE(text.find("| f         | 1,000 | 500 | not compared | 1 [1] |\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("| g         |     7 |   7 | not compared | 1 [1] |\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("\n[1] b is not compared: node 24.21.0 against 24.22.3; --force compares "
                      "anyway.\n"),
            std::string::npos)
      << text;
}

TEST(CountsTest, UnlikeBuildsAreComparedOnRequestAndTheDifferenceIsNamed) {
  CountRunMaker maker(
      "name: 'c' build { name: 'a' } build { name: 'b' } protocol { rounds: 1 runs: 1 }");
  maker.AddCell({{"file", "x"}});
  maker.AddRun(0, {{"f", 1000}}, "24.21.0");
  maker.AddRun(1, {{"f", 500}}, "24.22.3");
  const std::string forced = Render(maker.run(), {.compare_unlike = true});
  EXPECT_NE(forced.find("| f         | 1,000 | 500 | −50.00% |   1 |\n"), std::string::npos)
      << forced;
  EXPECT_NE(forced.find("\nCompared though not alike, as was asked for: a against b: node 24.21.0 "
                        "against 24.22.3."),
            std::string::npos)
      << forced;
  EXPECT_EQ(ExitCode(Build(maker.run(), {.compare_unlike = true})), 0);
  maker.run().mutable_resolved()->mutable_experiment()->mutable_protocol()->set_compare_unlike(
      true);
  EXPECT_EQ(Render(maker.run()), forced) << "the experiment may ask for it, too";
}

TEST(CountsTest, RunsOfOneBuildThatAreUnlikeAreNotComparedEither) {
  CountRunMaker maker(
      "name: 'c' build { name: 'a' } build { name: 'b' } protocol { rounds: 1 runs: 2 }");
  maker.AddCell({{"file", "x"}});
  maker.AddRun(0, {{"f", 1000}}, "1");
  maker.AddRun(0, {{"f", 1000}}, "1");
  maker.AddRun(1, {{"f", 500}}, "1");
  maker.AddRun(1, {{"f", 500}}, "2");
  const Table table = Build(maker.run());
  EXPECT_FALSE(table.rows[0].changes[0].compared);
  EXPECT_EQ(UnlikeWords(table.rows[0].changes[0].unlike), "node 1 against 1 and 2");
}

TEST(CountsTest, ARunThatFailedMakesNothingUnlike) {
  CountRunMaker maker(
      "name: 'c' build { name: 'a' } build { name: 'b' } protocol { rounds: 1 runs: 2 }");
  maker.AddCell({{"file", "x"}});
  maker.AddRun(0, {{"f", 1000}});
  maker.AddRun(1, {{"f", 500}});
  v1::RunRecord& failed = maker.AddRun(1, {}, "other");
  failed.set_status(v1::TIMEOUT);
  EXPECT_TRUE(Build(maker.run()).rows[0].changes[0].compared);
}

TEST(CountsTest, MachinesHaveRowsOfTheirOwnAndNoAverage) {
  CountRunMaker maker = CountRun();
  for (v1::RunRecord& record : *maker.run().mutable_record()) {
    if (record.planned().index() == 1) record.set_machine("lab-2");
  }
  const Table table = Build(maker.run());
  ASSERT_EQ(table.rows.size(), 8u);
  EXPECT_EQ(table.rows[0].machine, "lab-1");
  EXPECT_EQ(table.rows[0].benchmark, "dense");
  EXPECT_EQ(table.rows[1].machine, "lab-2");
  EXPECT_EQ(table.rows[1].benchmark, "dense");
  EXPECT_TRUE(table.rows[1].changes[0].cause.has_value());
  EXPECT_NE(Render(maker.run()).find("\ndense, on lab-2, 5: +181.51% (+1,390,000)."),
            std::string::npos)
      << Render(maker.run());
}

constexpr char kPublished[] = R"(published {
  source: "an issue"
  standard: DIRECTION
  tolerance_points: 1
  difference: "The workloads are our own."
  row {
    level { axis: "file" level: "src/a.bench.ts" }
    change { build: "5" percent: 63.3 cause: HARNESS }
    change { build: "5-suppressed" percent: 0.03 }
  }
})";

// Of the run with one benchmark alone.
Table WithOnly(const std::string& benchmark, const std::string& published) {
  CountRunMaker maker = CountRun(published);
  for (v1::RunRecord& record : *maker.run().mutable_record()) {
    auto& samples = *record.mutable_sample();
    for (int i = samples.size() - 1; i >= 0; --i) {
      if (samples[i].benchmark() != benchmark) samples.DeleteSubrange(i, 1);
    }
  }
  return Build(maker.run());
}

TEST(CountsTest, PublishedChangesAreHeldAgainstTheOnlyBenchmarkOfACell) {
  const Table table = WithOnly("dense", kPublished);
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(table.standard, v1::DIRECTION);
  EXPECT_EQ(VerdictWords(*table.rows[0].changes[0].comparison), "same direction, same cause");
  EXPECT_EQ(VerdictWords(*table.rows[0].changes[1].comparison), "still about zero");
  EXPECT_EQ(ExitCode(table), 0);
  // Which of several is meant, nobody can tell.
  EXPECT_FALSE(Build(CountRun(kPublished).run()).tolerance_points.has_value());
}

TEST(CountsTest, AnotherDirectionOrCauseContradicts) {
  const Table flip = WithOnly("local", kPublished);
  EXPECT_EQ(VerdictWords(*flip.rows[0].changes[0].comparison), "other direction");
  EXPECT_EQ(ExitCode(flip), 1);
  const Table same = WithOnly("fibo 15", kPublished);
  EXPECT_EQ(VerdictWords(*same.rows[0].changes[0].comparison), "no change here");
  EXPECT_EQ(ExitCode(same), 1);
  const Table noisy = WithOnly("json", kPublished);
  EXPECT_EQ(VerdictWords(*noisy.rows[0].changes[0].comparison), "too noisy to tell")
      << "within the spread: it may go either way";
  EXPECT_EQ(VerdictWords(*noisy.rows[0].changes[1].comparison), "still about zero");
  std::string other = kPublished;
  other.replace(other.find("HARNESS"), 7, "RUNTIME");
  const Table cause = WithOnly("dense", other);
  EXPECT_EQ(VerdictWords(*cause.rows[0].changes[0].comparison), "same direction, other cause");
  EXPECT_EQ(ExitCode(cause), 1);
}

TEST(CountsTest, BySizeACountIsAPoint) {
  std::string by_size = kPublished;
  by_size.replace(by_size.find("standard: DIRECTION"), 19, "standard: SIZE");
  const Table table = WithOnly("json", by_size);
  EXPECT_EQ(VerdictWords(*table.rows[0].changes[0].comparison), "differs");
  EXPECT_EQ(VerdictWords(*table.rows[0].changes[1].comparison), "agrees");
}

TEST(CountsTest, TheVerdictSaysWhatItIsAbout) {
  const v1::ExperimentRun run = CountRun(kPublished).run();
  const auto captions = Captions(run, WithOnly("dense", kPublished));
  const auto contains = [&](const std::string& words) {
    for (const std::string& caption : captions) {
      if (caption.find(words) != std::string::npos) return true;
    }
    return false;
  };
  EXPECT_TRUE(contains("it is about direction and mechanism, not about size"));
  EXPECT_TRUE(contains("smaller than 1 percentage points either way is *still about zero*"));
  EXPECT_TRUE(contains("The workloads are our own."));
  EXPECT_TRUE(contains("Published: an issue"));
}

}  // namespace
}  // namespace benchcell
