#include "runners/stats/moments.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace benchcell {
namespace {

Moments Of(const std::vector<double>& values) {
  Moments moments;
  for (const double value : values) moments.Add(value);
  return moments;
}

// In two passes, the textbook way.
double TwoPassVariance(const std::vector<double>& values) {
  long double mean = 0;
  for (const double value : values) mean += value;
  mean /= values.size();
  long double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return static_cast<double>(squares / (values.size() - 1));
}

TEST(MomentsTest, SmallWholeNumbersAreExact) {
  const Moments moments = Of({2, 4, 4, 4, 5, 5, 7, 9});
  EXPECT_EQ(moments.count(), 8);
  EXPECT_EQ(moments.Mean(), 5);
  EXPECT_DOUBLE_EQ(moments.Variance(), 32.0 / 7);
}

TEST(MomentsTest, TooFewValuesHaveNone) {
  EXPECT_TRUE(std::isnan(Moments().Mean()));
  EXPECT_TRUE(std::isnan(Moments().Variance()));
  EXPECT_EQ(Of({3.5}).Mean(), 3.5);
  EXPECT_TRUE(std::isnan(Of({3.5}).Variance()));
}

TEST(MomentsTest, ConstantValuesHaveNoVarianceAtAll) {
  const Moments moments = Of({0.1, 0.1, 0.1});
  EXPECT_EQ(moments.Mean(), 0.1);
  EXPECT_EQ(moments.Variance(), 0);
}

TEST(MomentsTest, AFarLevelCostsNoDigits) {
  std::vector<double> values;
  for (int i = 0; i < 1000; ++i) values.push_back(1e9 + std::sin(i));
  EXPECT_NEAR(Of(values).Variance() / TwoPassVariance(values), 1, 1e-12);
}

// The worst first value: far from all others.
TEST(MomentsTest, AnOutlierInFrontCostsNoDigits) {
  std::vector<double> values = {1e12};
  for (int i = 0; i < 1000; ++i) values.push_back(1 + 1e-6 * std::sin(i));
  EXPECT_NEAR(Of(values).Variance() / TwoPassVariance(values), 1, 1e-12);
}

TEST(MomentsTest, WhatIsNotFiniteShows) {
  EXPECT_TRUE(std::isnan(Of({1, std::nan(""), 2}).Mean()));
  EXPECT_TRUE(std::isnan(Of({1, std::numeric_limits<double>::infinity(), 2}).Variance()));
}

}  // namespace
}  // namespace benchcell
