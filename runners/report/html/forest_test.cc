#include "runners/report/html/forest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "runners/report/count_run_testing.h"
#include "runners/report/html/example_runs.h"
#include "runners/report/testing.h"

namespace benchcell::html {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string ForestOf(const v1::ExperimentRun& run) { return DrawForest(*BuildTable(run, {})); }

// The part of a list that speaks of a row, from its name on.
std::string Item(const std::string& forest, const std::string& name) {
  const size_t begin = forest.find("<bdi>" + name + "</bdi>");
  EXPECT_NE(begin, std::string::npos) << name;
  return forest.substr(begin, forest.find("</span>", begin) - begin);
}

TEST(ForestTest, AChangeHasPointIntervalAndWhatWasPublished) {
  const std::string item = Item(ForestOf(TypicalRun()), "false");
  EXPECT_THAT(item, HasSubstr("<line class=\"ci better\""));
  EXPECT_THAT(item, HasSubstr("<circle class=\"pt better\""));
  EXPECT_THAT(item, HasSubstr("<use class=pub"));
  EXPECT_THAT(item, HasSubstr("<rect class=range"));
  EXPECT_THAT(item, HasSubstr("<em class=better>better</em>"));
  EXPECT_THAT(item, HasSubstr("published \u221228%: differs"));
}

TEST(ForestTest, APointThatIsNotToldApartIsOpen) {
  const std::string item = Item(ForestOf(TypicalRun()), "true");
  EXPECT_THAT(item, HasSubstr("<circle class=\"pt flat open\""));
  EXPECT_THAT(item, HasSubstr("not told apart"));
}

// An interval that leaves out 0, of six pairs, which can't give a q below 0.06 in two rows.
TEST(ForestTest, AChangeThatDoesNotStandTheCorrectionSaysSo) {
  const std::string item = Item(ForestOf(SmallRun().run()), "forks");
  EXPECT_THAT(item, HasSubstr("<circle class=\"pt better open\""));
  EXPECT_THAT(item, HasSubstr("<em class=better>better (q 0.062)</em>"));
}

TEST(ForestTest, PicturesSayTheirNumbers) {
  EXPECT_THAT(ForestOf(TypicalRun()),
              HasSubstr("role=img aria-label=\"Change of fsModuleCache cold: +5."));
}

TEST(ForestTest, RowsLeadToTheirRuns) {
  const std::string forest = ForestOf(TypicalRun());
  for (const char* link : {"href=\"#r0\"", "href=\"#r1\"", "href=\"#r2\""}) {
    EXPECT_THAT(forest, HasSubstr(link));
  }
  // All machines and each of them have one picture.
  EXPECT_THAT(ForestOf(MovedRun()), Not(HasSubstr("href=\"#r1\"")));
}

TEST(ForestTest, EachLaterBuildHasItsList) {
  const std::string forest = ForestOf(MovedRun());
  EXPECT_THAT(forest, HasSubstr("<bdi>new</bdi> against <bdi>old</bdi>"));
  EXPECT_THAT(forest, HasSubstr("<bdi>newer</bdi> against <bdi>old</bdi>"));
  EXPECT_THAT(forest, HasSubstr("<small>all machines</small>"));
  EXPECT_THAT(forest, HasSubstr("<li class=below>"));
}

TEST(ForestTest, CountsHaveNoInterval) {
  const std::string forest = ForestOf(CountRun().run());
  const std::string dense = Item(forest, "dense");
  EXPECT_THAT(dense, HasSubstr("<circle class=\"pt worse\""));
  EXPECT_THAT(dense, Not(HasSubstr("class=\"ci")));
  EXPECT_THAT(Item(forest, "json"), HasSubstr("class=\"ci flat\""));
  EXPECT_THAT(Item(forest, "fibo 15"), HasSubstr("the same"));
}

TEST(ForestTest, WhatIsNotComparedHasNoPoint) {
  CountRunMaker maker(
      "name: 'c' build { name: 'a' } build { name: 'b' } protocol { rounds: 1 runs: 1 }");
  maker.AddCell({});
  maker.AddRun(0, {{"f", 1000}}, "24.21.0");
  maker.AddRun(1, {{"f", 500}}, "24.22.3");
  const std::string forest = ForestOf(maker.run());
  EXPECT_THAT(forest, HasSubstr("not compared"));
  EXPECT_THAT(forest, Not(HasSubstr("<circle")));
}

TEST(ForestTest, RunsThatDoNotPairHaveTheirOwnEstimate) {
  const v1::ExperimentRun run = ImportedRun();
  const Table table = *BuildTable(run, {});
  ASSERT_TRUE(table.rows[0].changes[0].unpaired.has_value());
  const std::string forest = DrawForest(table);
  EXPECT_THAT(forest, HasSubstr("<line class=\"ci worse\""));
  EXPECT_THAT(forest, Not(HasSubstr("pairs of runs")));
}

TEST(ForestTest, OneBuildHasNone) { EXPECT_EQ(ForestOf(FailedRun()), ""); }

}  // namespace
}  // namespace benchcell::html
