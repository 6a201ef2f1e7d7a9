#include "runners/report/html/scale.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace benchcell::html {
namespace {

using testing::ElementsAre;

std::vector<std::string> Texts(const std::vector<Tick>& ticks) {
  std::vector<std::string> texts;
  for (const Tick& tick : ticks) texts.push_back(tick.text);
  return texts;
}

TEST(ScaleTest, StepsAreOneTwoOrFive) {
  EXPECT_DOUBLE_EQ(NiceStep(10, 5), 2);
  EXPECT_DOUBLE_EQ(NiceStep(10, 10), 1);
  EXPECT_DOUBLE_EQ(NiceStep(0.02, 4), 0.005);
  EXPECT_DOUBLE_EQ(NiceStep(40, 5), 10);
}

TEST(ScaleTest, TicksHaveAsManyDigitsAsTheyNeed) {
  EXPECT_THAT(Texts(ValueScale(1.7, 2.4, "s").ticks()),
              ElementsAre("1.8s", "2.0s", "2.2s", "2.4s"));
  EXPECT_THAT(Texts(ValueScale(1.7612, 1.7618, "s").ticks()),
              ElementsAre("1.7612s", "1.7614s", "1.7616s", "1.7618s"));
  EXPECT_THAT(Texts(ValueScale(0.0123, 0.0369, "s").ticks()), ElementsAre("20ms", "30ms"));
}

TEST(ScaleTest, UnitsFitTheLargestValue) {
  EXPECT_EQ(ValueScale(0, 0.0123, "s").Show(0.0123), "12.3ms");
  EXPECT_EQ(ValueScale(3e6, 4e6, "ns").Show(3.5e6), "3.50ms");
  EXPECT_EQ(ValueScale(100 << 20, 200 << 20, "By").Show(150 << 20), "150.0MiB");
  EXPECT_EQ(ValueScale(1e6, 2e6, "1/s").Show(1.5e6), "1.50M/s");
  EXPECT_EQ(ValueScale(1, 2, "J").Show(1.5), "1.50 J");
  EXPECT_EQ(ValueScale(1034554, 1036472, "1").Show(1034980), "1,034,980");
}

TEST(ScaleTest, ValuesStandFromTheLowToTheHighEnd) {
  const ValueScale scale(10, 20, "s");
  EXPECT_LT(scale.At(10), 0.1);
  EXPECT_GT(scale.At(10), 0);
  EXPECT_NEAR(scale.At(15), 0.5, 1e-12);
  EXPECT_LT(scale.At(20), 1);
  for (const Tick& tick : scale.ticks()) {
    EXPECT_GE(tick.at, 0);
    EXPECT_LE(tick.at, 1);
  }
}

TEST(ScaleTest, OneValueStandsInTheMiddle) {
  for (const double value : {0.0, 1.0, -3.5, 92787.0, 1e300, 1e-300}) {
    const ValueScale scale(value, value, "1");
    EXPECT_NEAR(scale.At(value), 0.5, 1e-6) << value;
    EXPECT_LE(scale.ticks().size(), 12u) << value;
  }
}

TEST(ScaleTest, ValuesThatDifferInTheirLastBitHaveAnAxis) {
  const ValueScale scale(1, std::nextafter(1, 2), "s");
  EXPECT_FALSE(scale.ticks().empty());
  EXPECT_LE(scale.ticks().size(), 12u);
}

TEST(ScaleTest, ChangesAreInPerCent) {
  EXPECT_THAT(Texts(ChangeScale({0.72, 1.1}).ticks()),
              ElementsAre("\u221230%", "\u221220%", "\u221210%", "0%", "+10%"));
  EXPECT_THAT(Texts(ChangeScale({0.998, 1.002}).ticks()),
              ElementsAre("\u22120.2%", "\u22120.1%", "0%", "+0.1%", "+0.2%"));
}

TEST(ScaleTest, NoChangeIsAlwaysOnTheAxis) {
  for (const std::vector<double>& ratios :
       {std::vector<double>{}, {1.0}, {0.5, 0.6}, {1.4, 1.5}, {400.0}, {1e-9}}) {
    const ChangeScale scale(ratios);
    EXPECT_GT(scale.At(1), 0);
    EXPECT_LT(scale.At(1), 1);
  }
}

TEST(ScaleTest, AMultipleMakesTheAxisLogarithmic) {
  const ChangeScale scale({0.5, 8});
  EXPECT_THAT(Texts(scale.ticks()), ElementsAre("1/2", "\u00d71", "\u00d72", "\u00d75"));
  EXPECT_NEAR(scale.At(2) - scale.At(1), scale.At(1) - scale.At(0.5), 1e-12);
}

TEST(ScaleTest, RatiosBeyondTheAxisStandAtItsEnds) {
  const ChangeScale scale({0.9, 1.1});
  EXPECT_EQ(scale.At(5), 1);
  EXPECT_EQ(scale.At(0), 0);
  EXPECT_EQ(scale.At(-1), 0);
  EXPECT_EQ(ChangeScale({std::numeric_limits<double>::infinity()}).At(1e9), 1);
}

}  // namespace
}  // namespace benchcell::html
