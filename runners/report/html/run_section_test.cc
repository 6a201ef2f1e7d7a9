#include "runners/report/html/run_section.h"

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

// The part of a row's runs.
std::string PartOf(const v1::ExperimentRun& run, const std::string& id) {
  const std::string section = RunSection(run, *BuildTable(run, {}));
  const size_t begin = section.find("<article id=" + id + ">");
  EXPECT_NE(begin, std::string::npos) << id;
  return section.substr(begin, section.find("</article>", begin) - begin);
}

TEST(RunSectionTest, BuildsAreNamedWithMedianAndInterval) {
  const std::string part = PartOf(TypicalRun(), "r0");
  EXPECT_THAT(part, HasSubstr("<h3><bdi>fsModuleCache</bdi> <b><bdi>false</bdi></b></h3>"));
  EXPECT_THAT(part, HasSubstr("<bdi>5.0.5</bdi>: median <b>2.05s</b>, 95% interval 2."));
  EXPECT_THAT(part, HasSubstr("16 runs"));
  EXPECT_THAT(part, HasSubstr("<title id=r0t>Runs of fsModuleCache false in measured order"));
}

TEST(RunSectionTest, FailedRunsAreCrossesAndSaySo) {
  const std::string part = PartOf(TypicalRun(), "r2");
  EXPECT_THAT(part, HasSubstr(">no value</text>"));
  EXPECT_THAT(part, HasSubstr("<use class=\"x b1 sq\" href=\"#x\""));
  EXPECT_THAT(part, HasSubstr("<td class=x>failed <i>"));
  EXPECT_THAT(part, HasSubstr("<td class=x>timed out <i>"));
}

TEST(RunSectionTest, SupersededRunsAreRings) {
  const std::string part = PartOf(TypicalRun(), "r2");
  EXPECT_THAT(part, HasSubstr("<path class=\"d s\""));
  EXPECT_THAT(part, HasSubstr("<path class=hole"));
  EXPECT_THAT(part, HasSubstr("<th>2.1, attempt 1, superseded<td class=s>"));
  EXPECT_THAT(part, HasSubstr("<use class=\"x s\""));
  EXPECT_THAT(part, HasSubstr(">2 again</text>"));
}

TEST(RunSectionTest, ADisturbedMachineIsShownAndToldOnce) {
  const std::string part = PartOf(TypicalRun(), "r2");
  EXPECT_THAT(part, HasSubstr(">not quiet</text>"));
  EXPECT_THAT(part, HasSubstr("<line class=\"q\""));
  const size_t told = part.find("<li>Round 2: not quiet after 2m");
  ASSERT_NE(told, std::string::npos);
  EXPECT_EQ(part.find("<li>Round 2", told + 1), std::string::npos);
  EXPECT_THAT(PartOf(TypicalRun(), "r0"), Not(HasSubstr("not quiet")));
}

TEST(RunSectionTest, MachinesAreMarked) {
  const std::string part = PartOf(MovedRun(), "r0");
  EXPECT_THAT(part, HasSubstr(">lab-1, epoch 2</text>"));
  EXPECT_THAT(part, HasSubstr("<line class=\"e\""));
  EXPECT_THAT(part, HasSubstr("on <bdi>lab-2</bdi>"));
}

TEST(RunSectionTest, CountsHaveASpread) {
  const std::string part = PartOf(CountRun().run(), "r2");
  EXPECT_THAT(part, HasSubstr("median <b>1,034,767</b>, 1,034,554 to 1,034,980 in 2 runs"));
  EXPECT_THAT(PartOf(CountRun().run(), "r3"),
              HasSubstr("median <b>92,787</b>, the same in 2 runs"));
  EXPECT_THAT(part, Not(HasSubstr("95% interval")));
}

TEST(RunSectionTest, ManyDotsAreSmall) {
  EXPECT_THAT(PartOf(LargeRun(1, 50), "r0"), HasSubstr("<svg class=\"dots\""));
  EXPECT_THAT(PartOf(LargeRun(1, 200), "r0"), HasSubstr("<svg class=\"dots small\""));
  EXPECT_THAT(PartOf(LargeRun(1, 500), "r0"), HasSubstr("<svg class=\"dots tiny\""));
}

TEST(RunSectionTest, ManyPicturesAreDrawnWhenLookedAt) {
  const v1::ExperimentRun few = LargeRun(30, 1);
  EXPECT_THAT(RunSection(few, *BuildTable(few, {})), HasSubstr("<section id=runs>"));
  const v1::ExperimentRun many = LargeRun(31, 1);
  EXPECT_THAT(RunSection(many, *BuildTable(many, {})), HasSubstr("<section id=runs class=many>"));
}

TEST(RunSectionTest, ACellWithoutRunsSaysSo) {
  RunMaker maker("name: 'm' build { name: 'a' } protocol { rounds: 1 runs: 1 }");
  maker.AddCell({});
  EXPECT_THAT(PartOf(maker.run(), "r0"), HasSubstr("No run was measured."));
}

}  // namespace
}  // namespace benchcell::html
