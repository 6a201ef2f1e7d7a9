#include "runners/stats/unpaired.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace benchcell {
namespace {

// R 4.2: t.test(log(c(3.1, 2.9, 3.3, 3.0)), log(c(4.0, 4.4, 4.1, 4.6, 3.8))).
TEST(UnpairedTest, IsWelchsTestOfLogarithms) {
  const auto result = EstimateUnpairedRatio({4.0, 4.4, 4.1, 4.6, 3.8}, {3.1, 2.9, 3.3, 3.0}, 0.95);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->baseline_runs, 5);
  EXPECT_EQ(result->changed_runs, 4);
  EXPECT_NEAR(result->ratio, 0.736514211117540, 1e-9);
  ASSERT_TRUE(result->interval.has_value());
  EXPECT_NEAR(result->interval->low, 0.664034696931287, 1e-9);
  EXPECT_NEAR(result->interval->high, 0.816904878141065, 1e-9);
  EXPECT_NEAR(*result->p_value, 0.000218457927571813, 1e-12);
}

TEST(UnpairedTest, TurnsAroundWithItsSides) {
  const auto there = EstimateUnpairedRatio({1, 1.1, 0.9}, {2, 2.2, 1.9}, 0.9);
  const auto back = EstimateUnpairedRatio({2, 2.2, 1.9}, {1, 1.1, 0.9}, 0.9);
  EXPECT_NEAR(there->ratio * back->ratio, 1, 1e-12);
  EXPECT_NEAR(there->interval->low * back->interval->high, 1, 1e-12);
  EXPECT_NEAR(*there->p_value, *back->p_value, 1e-12);
}

TEST(UnpairedTest, OfOneValueOnASideThereIsARatioAndNoMore) {
  const auto result = EstimateUnpairedRatio({2, 2.1, 2.2}, {3}, 0.95);
  ASSERT_TRUE(result.ok());
  EXPECT_GT(result->ratio, 1.3);
  EXPECT_FALSE(result->interval.has_value());
  EXPECT_FALSE(result->p_value.has_value());
}

TEST(UnpairedTest, OfValuesThatDoNotScatterThereIsNoTest) {
  const auto result = EstimateUnpairedRatio({2, 2, 2}, {3, 3, 3}, 0.95);
  ASSERT_TRUE(result.ok());
  EXPECT_NEAR(result->ratio, 1.5, 1e-12);
  EXPECT_FALSE(result->interval.has_value());
}

TEST(UnpairedTest, RefusesWhatHasNoLogarithm) {
  const double infinite = std::numeric_limits<double>::infinity();
  for (const std::vector<double>& values :
       {std::vector<double>{}, {1, 0}, {1, -1}, {infinite}, {std::nan("")}}) {
    EXPECT_FALSE(EstimateUnpairedRatio(values, {1, 2}, 0.95).ok());
    EXPECT_FALSE(EstimateUnpairedRatio({1, 2}, values, 0.95).ok());
  }
}

TEST(UnpairedTest, HoldsItsConfidence) {
  std::mt19937_64 random(7);
  std::lognormal_distribution<double> narrow(0, 0.05);
  std::lognormal_distribution<double> wide(0, 0.2);
  int covered = 0;
  constexpr int kTrials = 4000;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<double> baseline;
    std::vector<double> changed;
    for (int i = 0; i < 8; ++i) baseline.push_back(narrow(random));
    for (int i = 0; i < 5; ++i) changed.push_back(1.3 * wide(random));
    const auto result = EstimateUnpairedRatio(baseline, changed, 0.95);
    covered += result->interval->low <= 1.3 && 1.3 <= result->interval->high;
  }
  EXPECT_NEAR(static_cast<double>(covered) / kTrials, 0.95, 0.015);
}

}  // namespace
}  // namespace benchcell
