#include "runners/report/exact.h"

#include <gtest/gtest.h>

namespace benchcell {
namespace {

TEST(ExactTest, SpreadIsAShareOfTheMedian) {
  EXPECT_FALSE(SpreadOf({}).has_value());
  EXPECT_EQ(SpreadOf({92787, 92787, 92787})->share, 0);
  const ValueSpread spread = *SpreadOf({1034980, 1034554, 1034700});
  EXPECT_EQ(spread.low, 1034554);
  EXPECT_EQ(spread.high, 1034980);
  EXPECT_DOUBLE_EQ(*spread.share, 426.0 / 1034700);
  EXPECT_FALSE(SpreadOf({0, 0, 3})->share.has_value());
  EXPECT_EQ(SpreadOf({0, 0})->share, 0);
}

TEST(ExactTest, EqualCountsAreNoChange) {
  const ExactChange change = *CompareExactly({7, 7}, {7});
  EXPECT_EQ(change.outcome, ExactOutcome::kNoChange);
  EXPECT_EQ(change.difference, 0);
  EXPECT_EQ(change.ratios->low, 1);
  EXPECT_EQ(change.ratios->high, 1);
}

TEST(ExactTest, OneMoreInstructionIsAChangeWhereRunsAgree) {
  const ExactChange change = *CompareExactly({1000000, 1000000}, {1000001, 1000001});
  EXPECT_EQ(change.outcome, ExactOutcome::kMoved);
  EXPECT_EQ(change.difference, 1);
  EXPECT_DOUBLE_EQ(change.ratios->low, 1.000001);
  EXPECT_EQ(change.ratios->low, change.ratios->high);
}

TEST(ExactTest, OverlappingRangesAreWithinTheSpread) {
  const ExactChange change = *CompareExactly({100, 101, 104}, {103, 105, 106});
  EXPECT_EQ(change.outcome, ExactOutcome::kWithinSpread);
  EXPECT_EQ(change.difference, 4);
  EXPECT_DOUBLE_EQ(change.ratios->low, 103.0 / 104);
  EXPECT_DOUBLE_EQ(change.ratios->high, 106.0 / 100);
  // One common value is enough.
  EXPECT_EQ(CompareExactly({100, 102}, {102, 109})->outcome, ExactOutcome::kWithinSpread);
  // The median of an equal number of runs can be the same without any run being so.
  EXPECT_EQ(CompareExactly({100, 104}, {102, 102})->outcome, ExactOutcome::kWithinSpread);
}

TEST(ExactTest, AChangeSmallerThanTheSpreadOfABuildIsWithinIt) {
  // A program with two states, mostly in the upper one before and in the lower one now.
  const ExactChange change = *CompareExactly({100, 120, 120}, {121, 121, 141});
  EXPECT_EQ(change.outcome, ExactOutcome::kWithinSpread);
  EXPECT_EQ(change.ratios->low, 1);
  EXPECT_EQ(CompareExactly({100, 101}, {110, 112})->outcome, ExactOutcome::kMoved);
}

TEST(ExactTest, NothingIsSaidWithoutValues) {
  EXPECT_FALSE(CompareExactly({}, {1}).has_value());
  EXPECT_FALSE(CompareExactly({1}, {}).has_value());
}

TEST(ExactTest, ZeroHasADifferenceAndNoRatio) {
  const ExactChange change = *CompareExactly({0, 0}, {5, 5});
  EXPECT_EQ(change.outcome, ExactOutcome::kMoved);
  EXPECT_EQ(change.difference, 5);
  EXPECT_FALSE(change.ratios.has_value());
}

}  // namespace
}  // namespace benchcell
