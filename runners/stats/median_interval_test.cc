#include "runners/stats/median_interval.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>
#include <vector>

namespace benchcell {
namespace {

// 1, 2, ... n, the largest first.
std::vector<double> UpTo(int n) {
  std::vector<double> values(n);
  std::iota(values.rbegin(), values.rend(), 1);
  return values;
}

TEST(MedianIntervalTest, IsAbsentForTooFewValues) {
  EXPECT_FALSE(MedianInterval({}, 0.95).has_value());
  EXPECT_FALSE(MedianInterval(UpTo(5), 0.95).has_value());
  EXPECT_TRUE(MedianInterval(UpTo(6), 0.95).has_value());
}

// Places from the table of binomial probabilities: for 10 trials of 1/2, P(X <= 1) = 0.0107 and
// P(X <= 2) = 0.0547; for 20, P(X <= 5) = 0.0207 and P(X <= 6) = 0.0577.
TEST(MedianIntervalTest, TakesThePlacesOfTheSignTest) {
  const auto ten = MedianInterval(UpTo(10), 0.95);
  ASSERT_TRUE(ten.has_value());
  EXPECT_EQ(ten->low, 2);
  EXPECT_EQ(ten->high, 9);
  const auto twenty = MedianInterval(UpTo(20), 0.95);
  ASSERT_TRUE(twenty.has_value());
  EXPECT_EQ(twenty->low, 6);
  EXPECT_EQ(twenty->high, 15);
}

// P(X <= 0) of 3 trials is exactly 1/8.
TEST(MedianIntervalTest, TakesAProbabilityThatIsMetExactly) {
  const auto three = MedianInterval({5, 1, 9}, 0.75);
  ASSERT_TRUE(three.has_value());
  EXPECT_EQ(three->low, 1);
  EXPECT_EQ(three->high, 9);
}

TEST(MedianIntervalTest, IsAPointWhereAllValuesAreAlike) {
  const auto same = MedianInterval(std::vector<double>(1000, 3.5), 0.95);
  ASSERT_TRUE(same.has_value());
  EXPECT_EQ(same->low, 3.5);
  EXPECT_EQ(same->high, 3.5);
}

TEST(MedianIntervalTest, HoldsTheMedianAsOftenAsItSays) {
  std::mt19937 engine(1);
  std::exponential_distribution<double> skewed(1);
  const double median = std::log(2.0);
  int held = 0;
  constexpr int kTrials = 4000;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<double> values(25);
    for (double& value : values) value = skewed(engine);
    const auto interval = MedianInterval(values, 0.95);
    held += interval->low <= median && median <= interval->high;
  }
  // Its true level for 25 values is 95.67 %.
  EXPECT_NEAR(static_cast<double>(held) / kTrials, 0.957, 0.012);
}

}  // namespace
}  // namespace benchcell
