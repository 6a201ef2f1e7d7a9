#include "runners/compare/decimals.h"

#include <gtest/gtest.h>

#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>

#include "runners/report/format.h"

namespace benchcell {
namespace {

void ExpectAsPrintf(double value) {
  for (int decimals = 1; decimals <= kMostDecimals; ++decimals) {
    char printed[400];
    std::snprintf(printed, sizeof(printed), "%.*f", decimals, value);
    std::string text = "before ";
    AppendDecimals(value, decimals, text);
    ASSERT_EQ(text, std::string("before ") + printed);
  }
}

TEST(DecimalsTest, RoundsTheExactValue) {
  for (const double value : {0.0,
                             -0.0,
                             0.125,
                             0.375,
                             -0.625,
                             2.5,
                             1.005,
                             0.005,
                             0.015,
                             0.045,
                             -0.001,
                             99.995,
                             999.995,
                             0.00005,
                             0.99995,
                             1e-300,
                             5e-324,
                             4503599627370495.5,
                             4503599627370496.0,
                             45035996273704.95,
                             1e15,
                             1e16,
                             1e300,
                             DBL_MAX,
                             -DBL_MAX}) {
    ExpectAsPrintf(value);
  }
}

// All near the middle between two texts, where rounding twice would go wrong.
TEST(DecimalsTest, RoundsOnce) {
  for (int i = 0; i < 20000; ++i) {
    for (const double step : {0.1, 0.01, 0.001, 0.0001}) {
      const double middle = (i + 0.5) * step;
      ExpectAsPrintf(middle);
      ExpectAsPrintf(std::nextafter(middle, 1e9));
      ExpectAsPrintf(std::nextafter(middle, -1e9));
    }
  }
}

TEST(DecimalsTest, AnyNumber) {
  std::mt19937_64 random(3334);
  for (int i = 0; i < 20000; ++i) {
    const double any = std::bit_cast<double>(random());
    if (std::isfinite(any)) ExpectAsPrintf(any);
    ExpectAsPrintf(std::ldexp(static_cast<double>(random()), -static_cast<int>(random() % 80)));
  }
}

TEST(DecimalsTest, WhatIsNoNumber) {
  for (const double value : {HUGE_VAL, -HUGE_VAL, std::nan("")}) ExpectAsPrintf(value);
}

TEST(DecimalsTest, ProbabilitiesAreThoseOfOtherTables) {
  for (double probability = 1; probability > 1e-6; probability *= 0.9993) {
    std::string text;
    AppendProbability(probability, text);
    ASSERT_EQ(text, FormatProbability(probability));
  }
  for (const double probability : {0.0, 0.0001, 0.0095, 0.00949999, 1.0}) {
    std::string text;
    AppendProbability(probability, text);
    EXPECT_EQ(text, FormatProbability(probability));
  }
}

}  // namespace
}  // namespace benchcell
