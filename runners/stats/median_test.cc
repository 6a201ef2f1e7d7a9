#include "runners/stats/median.h"

#include <gtest/gtest.h>

#include <limits>

namespace benchcell {
namespace {

TEST(MedianTest, NothingHasNone) { EXPECT_EQ(Median({}), std::nullopt); }

TEST(MedianTest, OddNumberGivesTheMiddleValue) {
  EXPECT_EQ(Median({3}), 3);
  EXPECT_EQ(Median({9, 1, 5}), 5);
}

TEST(MedianTest, EvenNumberGivesTheMeanOfTheTwoMiddleValues) {
  EXPECT_EQ(Median({4, 1}), 2.5);
  EXPECT_EQ(Median({10, 2, 4, 1}), 3);
  EXPECT_EQ(Median({7, 7, 7, 7}), 7);
}

TEST(MedianTest, LargeValuesDoNotOverflow) {
  const double large = std::numeric_limits<double>::max();
  EXPECT_EQ(Median({large, large}), large);
}

}  // namespace
}  // namespace benchcell
