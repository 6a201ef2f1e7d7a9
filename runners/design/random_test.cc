#include "runners/design/random.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>

namespace benchcell {
namespace {

TEST(RandomTest, NumbersAreThoseOfTheStandardsGenerator) {
  // [rand.predef]: the 10000th number of a default-constructed mt19937_64. A bound of 2^63 takes
  // 63 of its bits.
  RandomDraw draw(5489);
  for (int i = 1; i < 10000; ++i) draw.Below(uint64_t{1} << 63);
  EXPECT_EQ(draw.Below(uint64_t{1} << 63), 9981545732273789042U % (uint64_t{1} << 63));
}

TEST(RandomTest, EveryNumberBelowTheBoundComesEquallyOften) {
  RandomDraw draw(3);
  std::map<uint64_t, int> counts;
  for (int i = 0; i < 60'000; ++i) ++counts[draw.Below(6)];
  ASSERT_EQ(counts.size(), 6);
  // Five standard deviations of a binomial count.
  for (const auto& [number, count] : counts) EXPECT_NEAR(count, 10'000, 460) << number;
  EXPECT_EQ(counts.rbegin()->first, 5);
}

TEST(RandomTest, ABoundThatRejectsHalfOfAllNumbersIsFair) {
  // Without rejection the lower half would come twice as often.
  const uint64_t bound = (uint64_t{1} << 63) + 1;
  RandomDraw draw(4);
  int low = 0;
  for (int i = 0; i < 20'000; ++i) low += draw.Below(bound) < bound / 2;
  EXPECT_NEAR(low, 10'000, 360);
}

TEST(RandomTest, ABoundOfOneDrawsNothing) {
  RandomDraw with(9);
  RandomDraw without(9);
  EXPECT_EQ(with.Below(1), 0);
  EXPECT_EQ(with.Below(1000), without.Below(1000));
}

TEST(RandomTest, EveryOrderIsEquallyLikely) {
  RandomDraw draw(8);
  std::map<std::vector<int>, int> counts;
  for (int i = 0; i < 24'000; ++i) {
    std::vector<int> values = {0, 1, 2, 3};
    draw.Shuffle(values);
    ++counts[values];
  }
  ASSERT_EQ(counts.size(), 24);
  for (const auto& [order, count] : counts) EXPECT_NEAR(count, 1000, 155);
}

TEST(RandomTest, ShuffleOfASeedIsFixed) {
  RandomDraw draw(1);
  std::vector<int> values(8);
  std::iota(values.begin(), values.end(), 0);
  draw.Shuffle(values);
  EXPECT_EQ(values, (std::vector<int>{4, 6, 3, 5, 1, 7, 2, 0}));
}

}  // namespace
}  // namespace benchcell
