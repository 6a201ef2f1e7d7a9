#include "runners/cli/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace benchcell {
namespace {

using testing::HasSubstr;
using testing::Not;

const absl::Time kStart = absl::FromUnixSeconds(1000);

v1::Progress At(uint32_t blocks_done, uint32_t runs_done) {
  v1::Progress progress;
  progress.set_blocks(4);
  progress.set_blocks_done(blocks_done);
  progress.set_runs(40);
  progress.set_runs_done(runs_done);
  v1::Activity& activity = *progress.add_activity();
  activity.set_cell(1);
  activity.set_round(0);
  return progress;
}

TEST(TimeLeftTest, CountsFromTheFirstSight) {
  TimeLeft left;
  // Ten runs were done before, in an earlier session: they say nothing about the speed of this one.
  EXPECT_EQ(left.Update(40, 10, kStart), std::nullopt);
  EXPECT_EQ(left.Update(40, 10, kStart + absl::Seconds(5)), std::nullopt);
  EXPECT_EQ(*left.Update(40, 20, kStart + absl::Seconds(20)), absl::Seconds(40));
  EXPECT_EQ(*left.Update(40, 40, kStart + absl::Seconds(60)), absl::ZeroDuration());
}

TEST(SpellDurationTest, ChoosesUnits) {
  EXPECT_EQ(SpellDuration(absl::Seconds(59)), "59 s");
  EXPECT_EQ(SpellDuration(absl::Seconds(320)), "5 min 20 s");
  EXPECT_EQ(SpellDuration(absl::Minutes(125)), "2 h 5 min");
}

TEST(ProgressPrinterTest, TerminalGetsABarOnOneLine) {
  std::ostringstream out;
  ProgressPrinter printer({"zero", "pool=forks"}, /*columns=*/100, out);
  printer.Update(At(0, 0), kStart);
  printer.Update(At(1, 10), kStart + absl::Seconds(10));
  EXPECT_THAT(out.str(),
              HasSubstr("[#####...............] 10/40 runs, 1/4 blocks, 30 s left  pool=forks"));
  EXPECT_THAT(out.str(), Not(HasSubstr("\n")));
  printer.End();
  EXPECT_EQ(out.str().back(), '\n');
}

TEST(ProgressPrinterTest, BarNeverWraps) {
  std::ostringstream out;
  ProgressPrinter printer({"zero", std::string(200, 'x')}, /*columns=*/40, out);
  printer.Update(At(0, 0), kStart);
  EXPECT_EQ(out.str().size(), std::string("\r\033[K").size() + 39);
}

TEST(ProgressPrinterTest, LogGetsOneLineForEachBlock) {
  std::ostringstream out;
  ProgressPrinter printer({"zero", "pool=forks"}, /*columns=*/0, out);
  printer.Update(At(0, 0), kStart);
  printer.Update(At(0, 1), kStart + absl::Seconds(1));
  printer.Update(At(0, 2), kStart + absl::Seconds(2));
  EXPECT_EQ(out.str(), "blocks 0/4  pool=forks, round 1\n");
  printer.Update(At(1, 10), kStart + absl::Seconds(10));
  EXPECT_THAT(out.str(), HasSubstr("blocks 1/4  pool=forks, round 1  (30 s left)\n"));
  EXPECT_THAT(out.str(), Not(HasSubstr("\033")));
}

TEST(ProgressPrinterTest, TroubleIsPrintedOnce) {
  std::ostringstream out;
  ProgressPrinter printer({"zero", "one"}, /*columns=*/0, out);
  v1::Progress progress = At(0, 0);
  progress.add_trouble("disk full");
  printer.Update(progress, kStart);
  printer.Update(progress, kStart + absl::Seconds(1));
  const std::string text = out.str();
  EXPECT_EQ(text.find("disk full"), text.rfind("disk full"));
  EXPECT_THAT(text, HasSubstr("disk full\n"));
}

}  // namespace
}  // namespace benchcell
