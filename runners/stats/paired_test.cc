#include "runners/stats/paired.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace benchcell {
namespace {

std::vector<Pair> PairsWithLogRatios(const std::vector<double>& logs) {
  std::vector<Pair> pairs;
  for (const double log : logs) pairs.push_back({2.0, 2.0 * std::exp(log)});
  return pairs;
}

TEST(PairedTest, EstimateIsTheMedianOfTheAverageLogRatios) {
  const auto result = EstimatePairedRatio(PairsWithLogRatios({0.1, 0.2, 0.6}), 0.95);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->pairs, 3);
  EXPECT_NEAR(result->ratio, std::exp(0.275), 1e-12);
  EXPECT_EQ(result->p_value, 0.25);
  EXPECT_NEAR(*result->log_ratio_sd, 0.2645751311064590, 1e-12);
}

TEST(PairedTest, FivePairsHaveNoIntervalAndSixHave) {
  EXPECT_EQ(EstimatePairedRatio(PairsWithLogRatios({1, 2, 3, 4, 5}), 0.95)->interval.has_value(),
            false);
  const auto six = EstimatePairedRatio(PairsWithLogRatios({0.1, 0.2, 0.3, 0.4, 0.5, 0.7}), 0.95);
  ASSERT_TRUE(six->interval.has_value());
  // With six pairs the interval spans all averages.
  EXPECT_NEAR(six->interval->low, std::exp(0.1), 1e-12);
  EXPECT_NEAR(six->interval->high, std::exp(0.7), 1e-12);
}

TEST(PairedTest, IntervalOfTenPairsIsTheNinthAverageFromEachEnd) {
  // Averages of 1..10: 1, 1.5, 2 2, 2.5 2.5, 3 3 3, ... The ninth is 3; from above 8.
  const auto result = EstimatePairedRatio(
      PairsWithLogRatios({0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.10}), 0.95);
  EXPECT_NEAR(result->interval->low, std::exp(0.03), 1e-12);
  EXPECT_NEAR(result->interval->high, std::exp(0.08), 1e-12);
}

TEST(PairedTest, NoiseSharedByAPairCancels) {
  std::vector<Pair> pairs;
  for (const double level : {1.0, 3.0, 0.2, 8.0, 5.0, 2.0, 100.0, 0.01}) {
    pairs.push_back({level, level * 0.75});
  }
  const auto result = EstimatePairedRatio(pairs, 0.95);
  EXPECT_NEAR(result->ratio, 0.75, 1e-12);
  EXPECT_NEAR(result->interval->low, 0.75, 1e-12);
  EXPECT_NEAR(result->interval->high, 0.75, 1e-12);
}

TEST(PairedTest, SwappingTheBuildsInvertsTheRatio) {
  const std::vector<Pair> pairs = {{5.1, 4.9}, {5.3, 4.2}, {4.8, 4.9}, {6.0, 5.0},
                                   {5.5, 5.4}, {5.2, 4.4}, {5.9, 4.6}};
  std::vector<Pair> swapped;
  for (const Pair& pair : pairs) swapped.push_back({pair.changed, pair.baseline});
  const auto there = EstimatePairedRatio(pairs, 0.95);
  const auto back = EstimatePairedRatio(swapped, 0.95);
  EXPECT_NEAR(there->ratio * back->ratio, 1, 1e-12);
  EXPECT_NEAR(there->interval->low * back->interval->high, 1, 1e-12);
  EXPECT_EQ(there->p_value, back->p_value);
}

TEST(PairedTest, ConstantDataIsNoChangeWithoutSpread) {
  const auto result = EstimatePairedRatio(std::vector<Pair>(8, Pair{3, 3}), 0.95);
  EXPECT_EQ(result->ratio, 1);
  EXPECT_EQ(result->p_value, 1);
  EXPECT_EQ(result->interval->low, 1);
  EXPECT_EQ(result->interval->high, 1);
  EXPECT_EQ(result->log_ratio_sd, 0);
}

TEST(PairedTest, OnePairHasAnEstimateAndNothingElse) {
  const auto result = EstimatePairedRatio({{4, 5}}, 0.95);
  EXPECT_NEAR(result->ratio, 1.25, 1e-12);
  EXPECT_EQ(result->interval.has_value(), false);
  EXPECT_EQ(result->p_value, 1);
  EXPECT_EQ(result->log_ratio_sd, std::nullopt);
}

TEST(PairedTest, ValuesWithoutALogarithmAreRefusedByName) {
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::infinity(),
                           std::numeric_limits<double>::quiet_NaN()}) {
    const auto result = EstimatePairedRatio({{1, 1}, {1, bad}}, 0.95);
    EXPECT_EQ(result.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_NE(result.status().ToString().find("pair 1"), std::string::npos);
  }
  EXPECT_EQ(EstimatePairedRatio({}, 0.95).status().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace benchcell
