#include "runners/report/format.h"

#include <gtest/gtest.h>

#include <limits>

namespace benchcell {
namespace {

TEST(FormatTest, SecondsAsInThePublishedTables) {
  EXPECT_EQ(FormatValue(5.67, "s"), "5.67s");
  EXPECT_EQ(FormatValue(0.338, "s"), "0.34s");
  EXPECT_EQ(FormatValue(12.44, "s"), "12.4s");
  EXPECT_EQ(FormatValue(96.2, "s"), "96.2s");
  EXPECT_EQ(FormatValue(123.4, "s"), "123s");
  EXPECT_EQ(FormatValue(0.0345, "s"), "34.5ms");
  EXPECT_EQ(FormatValue(0.00123, "s"), "1.23ms");
  EXPECT_EQ(FormatValue(4.5e-6, "s"), "4.50µs");
  EXPECT_EQ(FormatValue(2e-9, "s"), "2.00ns");
  EXPECT_EQ(FormatValue(0, "s"), "0s");
}

TEST(FormatTest, RoundingNeverShowsADigitTooMany) {
  EXPECT_EQ(FormatValue(9.9949, "s"), "9.99s");
  EXPECT_EQ(FormatValue(9.996, "s"), "10.0s");
  EXPECT_EQ(FormatValue(99.96, "s"), "100s");
  EXPECT_EQ(FormatValue(0.09949, "s"), "99.5ms");
  EXPECT_EQ(FormatValue(0.0996, "s"), "0.10s");
  EXPECT_EQ(FormatValue(0.0009996, "s"), "1.00ms");
}

TEST(FormatTest, OtherUnits) {
  EXPECT_EQ(FormatValue(312.0 * (1 << 20), "By"), "312MiB");
  EXPECT_EQ(FormatValue(1.5 * (1 << 20), "By"), "1.50MiB");
  EXPECT_EQ(FormatValue(2048, "By"), "2.00KiB");
  EXPECT_EQ(FormatValue(800, "1"), "800");
  EXPECT_EQ(FormatValue(2.5, "1"), "2.50");
  EXPECT_EQ(FormatValue(1.234e6, "1/s"), "1.23M/s");
  EXPECT_EQ(FormatValue(412, "1/s"), "412/s");
  EXPECT_EQ(FormatValue(250, "ms"), "0.25s");
  EXPECT_EQ(FormatValue(3, "J"), "3 J");
}

TEST(FormatTest, Changes) {
  EXPECT_EQ(FormatChange(-32.2), "−32%");
  EXPECT_EQ(FormatChange(3.4), "+3%");
  EXPECT_EQ(FormatChange(1.49), "~0");
  EXPECT_EQ(FormatChange(-1.49), "~0");
  EXPECT_EQ(FormatChange(1.5), "+2%");
  EXPECT_EQ(FormatChange(150), "+150%");
}

TEST(FormatTest, CountsHaveAllTheirDigits) {
  EXPECT_EQ(FormatCount(0, "1"), "0");
  EXPECT_EQ(FormatCount(999, "1"), "999");
  EXPECT_EQ(FormatCount(1000, "1"), "1,000");
  EXPECT_EQ(FormatCount(2155815, "1"), "2,155,815");
  EXPECT_EQ(FormatCount(100000, ""), "100,000");
  EXPECT_EQ(FormatCount(1034767.5, "1"), "1,034,767.5");
  EXPECT_EQ(FormatCount(0.25, "1"), "0.25");
  EXPECT_EQ(FormatCount(-1234, "1"), "−1,234");
  EXPECT_EQ(FormatCount(5120, "By"), "5,120 By");
  EXPECT_EQ(FormatCount(1e15, "1"), "1,000,000,000,000,000");
  EXPECT_EQ(FormatDifference(-1390000), "−1,390,000");
  EXPECT_EQ(FormatDifference(5), "+5");
  EXPECT_EQ(FormatDifference(0), "0");
  EXPECT_EQ(FormatCount(-0.001, ""), "0");
}

TEST(FormatTest, ExactChangesNeverVanish) {
  EXPECT_EQ(FormatExactChange(-38.75), "−38.75%");
  EXPECT_EQ(FormatExactChange(0.03), "+0.03%");
  EXPECT_EQ(FormatExactChange(181.5), "+181.50%");
  EXPECT_EQ(FormatExactChange(-0.00414), "−0.0041%");
  EXPECT_EQ(FormatExactChange(0.0001), "+0.00010%");
  EXPECT_EQ(FormatExactChange(1e-7), "+0.00000010%");
  EXPECT_EQ(FormatExactChange(0.00994), "+0.0099%");
  EXPECT_EQ(FormatExactChange(0.00996), "+0.01%");
  EXPECT_EQ(FormatExactChange(0), "=");
  EXPECT_EQ(FormatExactShare(0), "0");
  EXPECT_EQ(FormatExactShare(0.00041), "0.04%");
  EXPECT_EQ(FormatExactShare(0.000041), "0.0041%");
}

TEST(FormatTest, Bounds) {
  EXPECT_EQ(FormatBound(-33.149), "−33.1%");
  EXPECT_EQ(FormatBound(0.44), "+0.4%");
  EXPECT_EQ(FormatBound(-0.04), "0.0%");
  EXPECT_EQ(FormatBound(0), "0.0%");
}

TEST(FormatTest, Probabilities) {
  EXPECT_EQ(FormatProbability(0.03125), "0.031");
  EXPECT_EQ(FormatProbability(0.00049), "0.0005");
  EXPECT_EQ(FormatProbability(0.00001), "<0.0001");
  EXPECT_EQ(FormatProbability(1), "1.000");
}

TEST(FormatTest, ExactNumbersReadBackAsThemselves) {
  for (const double value : {0.1, 1.0 / 3, 1.7976931348623157e308, 123456789.0}) {
    EXPECT_EQ(std::stod(FormatExactly(value)), value);
  }
  EXPECT_EQ(FormatExactly(0.1), "0.1");
}

}  // namespace
}  // namespace benchcell
