#include "runners/report/html/evidence.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "runners/report/count_run_testing.h"
#include "runners/report/testing.h"

namespace benchcell::html {
namespace {

std::string SentenceOf(const v1::ExperimentRun& run) {
  return ResultSentence(run, *BuildTable(run, {}));
}

// A cell for each ratio, eight pairs that scatter by 1 %.
RunMaker RunOf(const std::vector<double>& ratios, const std::string& more = "") {
  RunMaker maker(
      "name: 'e' build { name: 'old' } build { name: 'new' } protocol { rounds: 1 runs: "
      "8 } " +
      more);
  for (size_t i = 0; i < ratios.size(); ++i) {
    maker.AddCell({{"n", std::to_string(i)}});
    std::vector<std::vector<double>> seconds(2);
    for (int pair = 0; pair < 8; ++pair) {
      seconds[0].push_back(1 + 0.001 * pair);
      seconds[1].push_back(ratios[i] * (1 + 0.001 * ((pair * 5) % 8)));
    }
    maker.AddRound(0, seconds);
  }
  return maker;
}

TEST(EvidenceTest, OneChangeIsToldWithItsInterval) {
  EXPECT_EQ(SentenceOf(RunOf({0.8}).run()),
            "new shows lower (better) wall time than old, by 20%; the 95% interval is "
            "\u221220.2% to \u221219.8%.");
  EXPECT_EQ(SentenceOf(RunOf({1}).run()),
            "No change of wall time is shown between old and new; the 95% interval is \u22120.2% "
            "to +0.2%.");
}

TEST(EvidenceTest, SeveralChangesAreCounted) {
  EXPECT_EQ(SentenceOf(RunOf({0.8, 0.9, 1, 1.3}).run()),
            "new shows lower (better) wall time than old in 2 of 4 rows, by 10% to 20%; higher "
            "(worse) in 1, by 30%; not told apart in 1.");
  EXPECT_EQ(SentenceOf(RunOf({0.8, 0.9}).run()),
            "new shows lower (better) wall time than old in both rows, by 10% to 20%.");
  EXPECT_EQ(SentenceOf(RunOf({1, 1}).run()),
            "No change of wall time is shown between old and new in any of 2 rows.");
}

TEST(EvidenceTest, AMetricMayLikeHigherValuesOrNone) {
  RunMaker maker = RunOf({0.8});
  v1::Metric& metric = *maker.run().mutable_metric(0);
  metric.set_direction(v1::HIGHER_IS_BETTER);
  EXPECT_EQ(SentenceOf(maker.run()).substr(0, 36), "new shows lower (worse) wall time th");
  metric.set_direction(v1::NEUTRAL);
  EXPECT_EQ(SentenceOf(maker.run()).substr(0, 29), "new shows lower wall time tha");
}

TEST(EvidenceTest, PublishedChangesAreCountedByVerdict) {
  RunMaker maker = SmallRun();
  EXPECT_EQ(SentenceOf(maker.run()),
            "PR shows lower (better) wall time than main in 1 of 2 rows, by 31%; not told apart in "
            "1. 1 of these changes does not stand the correction for 2 rows (q above 0.05). Of 2 "
            "published changes, 2 agree.");
  maker.run().mutable_resolved()->mutable_experiment()->mutable_published()->set_tolerance_points(
      0.01);
  const std::string sentence = SentenceOf(maker.run());
  EXPECT_NE(sentence.find("Of 2 published changes, 1 agrees, 1 is too noisy to tell."),
            std::string::npos)
      << sentence;
}

TEST(EvidenceTest, WhatIsMissingIsSaid) {
  RunMaker maker = RunOf({0.8, 0.9});
  maker.Fail(maker.Record(0, 0, 0), v1::TIMEOUT, "killed");
  maker.run().set_state(v1::CANCELLED);
  const std::string sentence = SentenceOf(maker.run());
  EXPECT_NE(sentence.find("by 10% to 20%. 1 of 2 rows lacks runs that failed or were not measured. "
                          "The run is not complete: this is what it has so far."),
            std::string::npos)
      << sentence;
}

TEST(EvidenceTest, WhereNothingCanBeToldNoChangeIsDenied) {
  RunMaker maker(
      "name: 'e' build { name: 'a' } build { name: 'b' } protocol { rounds: 1 runs: 2 }");
  for (const char* level : {"1", "2", "3"}) {
    maker.AddCell({{"n", level}});
    maker.AddRound(0, {{1, 1}, {2, 2}});
  }
  EXPECT_EQ(SentenceOf(maker.run()), "a and b: too few runs to tell in all 3 rows.");
  for (int index = 0; index < 2; ++index) maker.Fail(maker.Record(0, 0, index), v1::LOST, "");
  EXPECT_EQ(SentenceOf(maker.run()),
            "a and b: too few runs to tell in 2 of 3 rows; not measured in 1. 1 of 3 rows lacks "
            "runs that failed or were not measured.");
}

TEST(EvidenceTest, WhatIsNotToldApartIsCounted) {
  RunMaker maker = RunOf({1, 1});
  maker.AddCell({{"n", "few"}});
  maker.AddRound(0, {{1, 1}, {2, 2}});
  EXPECT_EQ(SentenceOf(maker.run()),
            "No change of wall time is shown between old and new in 2 of 3 rows; too few runs to "
            "tell in 1.");
}

TEST(EvidenceTest, TooFewRunsTellNothing) {
  RunMaker maker(
      "name: 'e' build { name: 'a' } build { name: 'b' } protocol { rounds: 1 runs: 2 }");
  maker.AddCell({});
  maker.AddRound(0, {{1, 1}, {2, 2}});
  EXPECT_EQ(SentenceOf(maker.run()), "a and b: too few runs to tell.");
  for (int index = 0; index < 2; ++index) maker.Fail(maker.Record(0, 0, index), v1::LOST, "");
  EXPECT_EQ(SentenceOf(maker.run()),
            "a and b: not measured. 1 of 1 row lacks runs that failed or were not measured.");
}

// The row of all machines asks the question of the rows below it: it is counted once.
TEST(EvidenceTest, MachinesAreNotCountedTwice) {
  EXPECT_EQ(SentenceOf(TwoMachines().run()).substr(0, 59),
            "new shows higher (worse) wall time than old, by 10%; the 95");
}

TEST(EvidenceTest, QIsHeldAgainstTheConfidence) {
  const v1::ExperimentRun run = RunOf({0.8}).run();
  Table table = *BuildTable(run, {});
  ChangeResult& change = table.rows[0].changes[0];
  EXPECT_TRUE(StandsCorrection(table, change));
  change.q_value = 0.05;
  EXPECT_TRUE(StandsCorrection(table, change));
  change.q_value = 0.051;
  EXPECT_FALSE(StandsCorrection(table, change));
  EXPECT_EQ(EvidenceOf(table, change), Evidence::kLower);
  change.q_value.reset();
  EXPECT_TRUE(StandsCorrection(table, change));
}

TEST(EvidenceTest, CountsAreExact) {
  const v1::ExperimentRun run = CountRun().run();
  const Table table = *BuildTable(run, {});
  ASSERT_EQ(table.rows.size(), 4u);
  EXPECT_EQ(EvidenceOf(table, table.rows[0].changes[0]), Evidence::kHigher);
  EXPECT_EQ(EvidenceOf(table, table.rows[1].changes[0]), Evidence::kLower);
  EXPECT_EQ(EvidenceOf(table, table.rows[2].changes[0]), Evidence::kNotToldApart);
  EXPECT_EQ(EvidenceOf(table, table.rows[3].changes[0]), Evidence::kSame);
  const std::string sentence = ResultSentence(run, table);
  EXPECT_EQ(sentence.substr(0, 138),
            "5 shows lower (better) instructions than 4 in 1 of 4 rows, by 91.27%; higher (worse) "
            "in 1, by 181.51%; the same in 1; not told apart in 1.");
}

TEST(EvidenceTest, BuildsThatAreNotAlikeAreNotCompared) {
  CountRunMaker maker(
      "name: 'c' build { name: 'a' } build { name: 'b' } protocol { rounds: 1 runs: 1 }");
  maker.AddCell({});
  maker.AddRun(0, {{"f", 1000}}, "24.21.0");
  maker.AddRun(1, {{"f", 500}}, "24.22.3");
  EXPECT_EQ(SentenceOf(maker.run()), "a and b: not compared, as they are not alike.");
}

TEST(EvidenceTest, OneBuildIsComparedWithNothing) {
  RunMaker maker("name: 'e' build { name: 'alone' } protocol { rounds: 1 runs: 1 }");
  EXPECT_EQ(SentenceOf(maker.run()), "Nothing was measured.");
  maker.AddCell({});
  maker.AddRound(0, {{1}});
  EXPECT_EQ(SentenceOf(maker.run()), "One build, alone: nothing is compared.");
}

TEST(EvidenceTest, LongNamesAreShort) {
  RunMaker maker = RunOf({0.8});
  maker.run().mutable_resolved()->mutable_experiment()->mutable_build(1)->set_name(
      std::string(3000, 'x'));
  EXPECT_LT(SentenceOf(maker.run()).size(), 200u);
}

}  // namespace
}  // namespace benchcell::html
