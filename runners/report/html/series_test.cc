#include "runners/report/html/series.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "runners/report/count_run_testing.h"
#include "runners/report/testing.h"

namespace benchcell::html {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr char kTwoBuilds[] =
    "name: 's' build { name: 'a' } build { name: 'b' } protocol { rounds: 2 runs: 2 }";

// The values of a segment in its order; -1 for runs without one.
std::vector<double> Values(const Segment& segment) {
  std::vector<double> values;
  for (const Dot& dot : segment.dots) values.push_back(dot.value.value_or(-1));
  return values;
}

RunMaker TwoRounds() {
  RunMaker maker(kTwoBuilds);
  maker.AddCell({{"n", "1"}});
  maker.AddRound(0, {{1, 2}, {3, 4}});
  maker.AddRound(1, {{5, 6}, {7, 8}});
  return maker;
}

TEST(SeriesTest, WithoutTimesTheOrderIsThatOfTheDesign) {
  RunMaker maker = TwoRounds();
  maker.Record(0, 1, 0).mutable_planned()->set_position(0);
  maker.Record(0, 0, 0).mutable_planned()->set_position(2);
  const Table table = *BuildTable(maker.run(), {});
  const std::vector<Series> all = SeriesOf(maker.run(), table);
  ASSERT_THAT(all, SizeIs(1));
  ASSERT_THAT(all[0].segments, SizeIs(1));
  EXPECT_THAT(Values(all[0].segments[0]), ElementsAre(3, 2, 1, 4, 5, 6, 7, 8));
  EXPECT_EQ(all[0].segments[0].row, &table.rows[0]);
}

TEST(SeriesTest, TheOrderIsThatOfTime) {
  RunMaker maker = TwoRounds();
  // The second round was measured first; of one run the start isn't known.
  for (v1::RunRecord& record : *maker.run().mutable_record()) {
    record.mutable_start_time()->set_seconds(1000 - 500 * record.round() +
                                             record.planned().position());
  }
  maker.Record(0, 1, 0).clear_start_time();
  const Table table = *BuildTable(maker.run(), {});
  EXPECT_THAT(Values(SeriesOf(maker.run(), table)[0].segments[0]),
              ElementsAre(5, 6, 7, 8, 1, 2, 3, 4));
}

TEST(SeriesTest, EveryRecordIsADot) {
  RunMaker maker = TwoRounds();
  v1::RunRecord earlier = maker.Record(1, 0, 0);
  maker.Record(1, 0, 0).set_attempt(2);
  earlier.set_superseded(true);
  *maker.run().add_record() = earlier;
  maker.Fail(maker.Record(0, 0, 1), v1::TIMEOUT, "killed");
  const Table table = *BuildTable(maker.run(), {});
  const Series series = SeriesOf(maker.run(), table)[0];
  EXPECT_EQ(series.dots(), 9u);
  const std::vector<Dot>& dots = series.segments[0].dots;
  EXPECT_FALSE(dots[1].value.has_value());
  EXPECT_FALSE(dots[1].Counts());
  EXPECT_TRUE(dots[4].record->superseded());
  EXPECT_EQ(dots[4].value, 5);
  EXPECT_FALSE(dots[4].Counts());
  EXPECT_TRUE(dots[8].Counts());
}

TEST(SeriesTest, MachinesAndEpochsAreSegments) {
  RunMaker maker = TwoMachines();
  maker.Record(1, 0, 0).set_epoch(2);
  v1::RunRecord& lost = maker.Record(1, 1, 7);
  maker.Fail(lost, v1::LOST, "gone");
  lost.clear_machine();
  lost.set_epoch(0);
  const Table table = *BuildTable(maker.run(), {});
  const std::vector<Series> all = SeriesOf(maker.run(), table);
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(all[0].rows.size(), table.rows.size());
  std::vector<std::string> places;
  for (const Segment& segment : all[0].segments) {
    places.push_back(segment.machine + "/" + std::to_string(segment.epoch));
    if (segment.machine.empty()) {
      EXPECT_EQ(segment.row, nullptr);
    } else {
      EXPECT_EQ(segment.row->machine, segment.machine);
      EXPECT_EQ(segment.row->epoch, segment.epoch);
      EXPECT_NE(segment.row->kind, RowKind::kAllMachines);
    }
  }
  EXPECT_THAT(places, ElementsAre("lab-1/1", "lab-2/2", "lab-2/1", "/0"));
}

TEST(SeriesTest, EachBenchmarkHasItsOwnValues) {
  CountRunMaker maker = CountRun();
  const Table table = *BuildTable(maker.run(), {});
  const std::vector<Series> all = SeriesOf(maker.run(), table);
  ASSERT_THAT(all, SizeIs(4));
  EXPECT_EQ(all[3].rows[0]->benchmark, "fibo 15");
  EXPECT_THAT(Values(all[3].segments[0]), ElementsAre(92787, 92787, 92787, 92787, 92787, 92787));
}

TEST(SeriesTest, RecordsOfUnknownBuildsAreLeftOutAsInTheTable) {
  RunMaker maker = TwoRounds();
  maker.Record(0, 0, 0).mutable_planned()->set_build(7);
  const Table table = *BuildTable(maker.run(), {});
  EXPECT_EQ(SeriesOf(maker.run(), table)[0].dots(), 7u);
}

TEST(SeriesTest, ACellWithoutRecordsHasNoSegment) {
  RunMaker maker(kTwoBuilds);
  maker.AddCell({{"n", "1"}});
  const Table table = *BuildTable(maker.run(), {});
  EXPECT_THAT(SeriesOf(maker.run(), table)[0].segments, IsEmpty());
}

}  // namespace
}  // namespace benchcell::html
