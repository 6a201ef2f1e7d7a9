#include "runners/report/html/run_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "runners/report/count_run_testing.h"
#include "runners/report/html/example_runs.h"
#include "runners/report/testing.h"

namespace benchcell::html {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// Of the series `index` of a run.
class LaidOut {
 public:
  explicit LaidOut(v1::ExperimentRun run, size_t index = 0)
      : run_(std::move(run)),
        table_(*BuildTable(run_, {})),
        series_(SeriesOf(run_, table_)),
        layout_(LayOut(series_[index], table_)) {}

  const RunLayout& operator*() const { return layout_; }
  const RunLayout* operator->() const { return &layout_; }

 private:
  const v1::ExperimentRun run_;
  const Table table_;
  const std::vector<Series> series_;
  const RunLayout layout_;
};

TEST(RunLayoutTest, RunsStandSideBySideInTheirOrder) {
  const LaidOut layout(TypicalRun());
  EXPECT_EQ(layout->dots, 32u);
  std::vector<double> x(33, -1);
  for (const PairLine& line : layout->lines) {
    for (const auto& run : line.runs) {
      ASSERT_TRUE(run.has_value());
      x[run->order] = run->x;
    }
  }
  for (size_t order = 2; order <= 32; ++order)
    EXPECT_NEAR(x[order] - x[order - 1], x[2] - x[1], 1e-9);
  EXPECT_GT(x[1], 0);
  EXPECT_LT(x[32], layout->segments[0].to);
}

TEST(RunLayoutTest, LinesArePairs) {
  const LaidOut layout(TypicalRun());
  ASSERT_THAT(layout->lines, SizeIs(16));
  for (size_t i = 0; i < 16; ++i) {
    EXPECT_EQ(layout->lines[i].round, i / 8);
    EXPECT_EQ(layout->lines[i].index, i % 8);
    EXPECT_EQ(layout->lines[i].runs[1]->build, 1u);
  }
}

TEST(RunLayoutTest, SupersededRunsHaveLinesOfTheirOwn) {
  const LaidOut layout(TypicalRun(), 2);
  EXPECT_EQ(layout->dots, 35u);
  size_t superseded = 0;
  for (const PairLine& line : layout->lines) {
    if (line.superseded_attempt == 0) continue;
    for (const auto& run : line.runs) superseded += run.has_value();
  }
  EXPECT_EQ(superseded, 3u);
  // The first attempt at the second round, and the one that counts.
  const std::vector<RoundSpan>& rounds = layout->segments[0].rounds;
  ASSERT_THAT(rounds, SizeIs(3));
  EXPECT_FALSE(rounds[1].again);
  EXPECT_TRUE(rounds[2].again);
  EXPECT_EQ(rounds[0].disturbed, nullptr);
  EXPECT_NE(rounds[2].disturbed, nullptr);
  EXPECT_NEAR(rounds[1].to, rounds[2].from, 1e-12);
}

TEST(RunLayoutTest, SummariesAreThoseOfTheTable) {
  const v1::ExperimentRun run = TypicalRun();
  const Table table = *BuildTable(run, {});
  for (size_t row = 0; row < 3; ++row) {
    const LaidOut layout(run, row);
    const std::vector<BuildSummary>& summaries = layout->segments[0].summaries;
    ASSERT_THAT(summaries, SizeIs(2));
    for (size_t build = 0; build < 2; ++build) {
      EXPECT_EQ(summaries[build].median, table.rows[row].builds[build].median);
      EXPECT_EQ(summaries[build].runs, table.rows[row].builds[build].measured);
      ASSERT_TRUE(summaries[build].interval.has_value());
      EXPECT_LE(summaries[build].interval->low, summaries[build].median);
      EXPECT_GE(summaries[build].interval->high, summaries[build].median);
      EXPECT_GT(summaries[build].x, layout->segments[0].to);
      EXPECT_LT(summaries[build].x, 1);
    }
  }
}

TEST(RunLayoutTest, OfCountsTheSmallestAndTheLargestAreShown) {
  const LaidOut layout(CountRun().run(), 2);
  const BuildSummary& summary = layout->segments[0].summaries[0];
  EXPECT_EQ(summary.interval->low, 1034554);
  EXPECT_EQ(summary.interval->high, 1034980);
}

TEST(RunLayoutTest, SegmentsDontOverlap) {
  const LaidOut layout(MovedRun());
  ASSERT_THAT(layout->segments, SizeIs(3));
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_THAT(layout->segments[i].summaries, SizeIs(3));
    EXPECT_GT(layout->segments[i].to, layout->segments[i].from);
    if (i > 0) {
      EXPECT_GE(layout->segments[i].from, layout->segments[i - 1].summaries.back().x);
    }
  }
  EXPECT_LE(layout->segments.back().summaries.back().x, 1);
}

TEST(RunLayoutTest, ManyMachinesLeaveRoomForTheirRuns) {
  RunMaker maker("name: 'm' build { name: 'a' } protocol { rounds: 50 runs: 1 }");
  maker.AddCell({});
  for (int round = 0; round < 50; ++round) {
    maker.AddRound(round, {{1}});
    maker.Record(round, 0, 0).set_machine("lab-" + std::to_string(round));
  }
  const LaidOut layout(maker.run());
  double runs = 0;
  for (const PlacedSegment& segment : layout->segments) runs += segment.to - segment.from;
  EXPECT_GT(runs, 0.69);
}

// A record that is stored twice must not hide another.
TEST(RunLayoutTest, TwoRecordsOfOnePlaceAreTwoRuns) {
  RunMaker maker("name: 'm' build { name: 'a' } protocol { rounds: 1 runs: 1 }");
  maker.AddCell({});
  maker.AddRound(0, {{1}});
  const v1::RunRecord copy = maker.Record(0, 0, 0);
  *maker.run().add_record() = copy;
  const LaidOut layout(maker.run());
  EXPECT_EQ(layout->dots, 2u);
  EXPECT_THAT(layout->lines, SizeIs(2));
}

TEST(RunLayoutTest, RunsWithoutValuesHaveNoRange) {
  const LaidOut layout(FailedRun());
  EXPECT_EQ(layout->dots, 2u);
  EXPECT_FALSE(layout->range.has_value());
  EXPECT_THAT(layout->segments[0].summaries, IsEmpty());
}

}  // namespace
}  // namespace benchcell::html
