#include "runners/stats/welch.h"

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

// R 4.2.2: t.test(c(100, 101, 99), c(101, 104)) and qt.
TEST(WelchTest, IsWhatRSays) {
  const RateComparison row = CompareRates(Of({100, 101, 99}), Of({101, 104}));
  EXPECT_EQ(row.improvement_percent, 2.5);
  EXPECT_NEAR(row.test.t, -1.5554275420956378, 1e-14);
  EXPECT_NEAR(row.test.degrees_of_freedom, 1.3039348710990506, 1e-14);
  EXPECT_NEAR(row.test.PValue(), 0.31942194166181137, 1e-12);
  EXPECT_NEAR(row.accuracy_percent[0], 11.99, 0.005);
  EXPECT_NEAR(row.accuracy_percent[1], 41.52, 0.005);
  EXPECT_NEAR(row.accuracy_percent[2], 242.90, 0.005);
}

TEST(WelchTest, SummariesAreAsGoodAsTheValues) {
  const WelchTest values = TestMeans(Of({100, 101, 99}), Of({101, 104}));
  const WelchTest summaries = TestMeans(SampleSummary{100, 1, 3}, SampleSummary{102.5, 4.5, 2});
  EXPECT_DOUBLE_EQ(summaries.t, values.t);
  EXPECT_DOUBLE_EQ(summaries.degrees_of_freedom, values.degrees_of_freedom);
  EXPECT_DOUBLE_EQ(summaries.standard_error, values.standard_error);
  EXPECT_EQ(TestMeans(SampleSummary{1, 1, 1}, SampleSummary{2, 1, 9}).problem,
            WelchProblem::kTooFew);
  EXPECT_EQ(TestMeans(SampleSummary{1, 0, 5}, SampleSummary{2, 0, 9}).problem,
            WelchProblem::kConstant);
}

// Student's t has closed forms: with one degree of freedom the quantile is tan, with two
// p = 1 - |t| / sqrt(2 + t^2).
TEST(WelchTest, QuantilesAndTailsHaveTwelveDigits) {
  for (const double risk : kCompareRisks) {
    const double closed = std::tan(3.14159265358979323846 * (1 - risk) / 2);
    EXPECT_NEAR(StudentQuantile(1, risk) / closed, 1, 1e-11);
  }
  for (const double t : {0.1, 1.0, 10.0, -3.0}) {
    EXPECT_NEAR(StudentPValue(t, 2), 1 - std::abs(t) / std::sqrt(2 + t * t), 1e-13);
  }
  // The quantile and the tail are each other's inverse, for odd degrees of freedom too.
  for (double freedom = 1; freedom < 1e6; freedom *= 1.37) {
    for (const double risk : kCompareRisks) {
      EXPECT_NEAR(StudentPValue(StudentQuantile(freedom, risk), freedom) / risk, 1, 1e-11)
          << freedom;
    }
  }
}

TEST(WelchTest, SidesTradePlaces) {
  const WelchTest one = TestMeans(Of({1, 2, 4}), Of({3, 5, 9, 10}));
  const WelchTest other = TestMeans(Of({3, 5, 9, 10}), Of({1, 2, 4}));
  EXPECT_EQ(one.t, -other.t);
  EXPECT_EQ(one.PValue(), other.PValue());
  EXPECT_EQ(one.degrees_of_freedom, other.degrees_of_freedom);
}

TEST(WelchTest, SaysWhyThereIsNoTest) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(TestMeans(Of({1}), Of({1, 2})).problem, WelchProblem::kTooFew);
  EXPECT_EQ(TestMeans(Of({}), Of({})).problem, WelchProblem::kTooFew);
  EXPECT_EQ(TestMeans(Of({100, 100}), Of({110, 110})).problem, WelchProblem::kConstant);
  EXPECT_EQ(TestMeans(Of({0, 0}), Of({0, 0})).problem, WelchProblem::kConstant);
  // Differences of the last bit are rounding, not noise.
  EXPECT_EQ(TestMeans(Of({1, std::nextafter(1, 2)}), Of({1, 1})).problem, WelchProblem::kConstant);
  EXPECT_EQ(TestMeans(Of({100, 100}), Of({110, 111})).problem, WelchProblem::kNone);
  EXPECT_EQ(TestMeans(Of({1, infinity}), Of({1, 2})).problem, WelchProblem::kNotFinite);
  EXPECT_EQ(TestMeans(Of({1e300, 2e300}), Of({1, 2})).problem, WelchProblem::kNotFinite);
}

TEST(WelchTest, TheImprovementNeedsNoTest) {
  EXPECT_DOUBLE_EQ(CompareRates(Of({100}), Of({110})).improvement_percent, 10);
  EXPECT_TRUE(std::isnan(CompareRates(Of({100}), Of({})).improvement_percent));
  EXPECT_TRUE(std::isinf(CompareRates(Of({0, 0}), Of({1, 2})).improvement_percent));
}

TEST(WelchTest, AStarSaysThatTheImprovementIsBeyondItsAccuracy) {
  for (double shift = 0; shift < 8; shift += 0.25) {
    const RateComparison row =
        CompareRates(Of({100, 102, 98, 101}), Of({100 + shift, 101 + shift, 99 + shift}));
    EXPECT_EQ(row.test.PValue() < 0.05, row.improvement_percent > row.accuracy_percent[0]);
    EXPECT_EQ(row.test.PValue() < 0.01, row.improvement_percent > row.accuracy_percent[1]);
    EXPECT_EQ(row.test.PValue() < 0.001, row.improvement_percent > row.accuracy_percent[2]);
  }
}

TEST(WelchTest, StarsAreStrict) {
  EXPECT_STREQ(Stars(0.05), "");
  EXPECT_STREQ(Stars(0.0499), "*");
  EXPECT_STREQ(Stars(0.01), "*");
  EXPECT_STREQ(Stars(0.001), "**");
  EXPECT_STREQ(Stars(0.0009), "***");
  EXPECT_STREQ(Stars(std::nan("")), "");
}

TEST(WelchTest, StarsOfARowAreThoseOfItsPValue) {
  for (double shift = -8; shift < 8; shift += 0.0625) {
    const RateComparison row =
        CompareRates(Of({100, 102, 98, 101}), Of({100 + shift, 101 + shift, 99 + shift}));
    EXPECT_STREQ(Stars(row), Stars(row.test.PValue())) << shift;
  }
  // Without an old mean there is no improvement, but a p value.
  EXPECT_STREQ(Stars(CompareRates(Of({0, 0, 0}), Of({110, 111, 112}))), "***");
  EXPECT_STREQ(Stars(CompareRates(Of({-1, 0, 1}), Of({110, 111, 112}))), "***");
  EXPECT_STREQ(Stars(CompareRates(Of({-100, -101, -99}), Of({110, 111, 112}))), "***");
  EXPECT_STREQ(Stars(CompareRates(Of({1, 1}), Of({2, 2}))), "");
}

TEST(WelchTest, ExpectedFalsePositives) {
  EXPECT_DOUBLE_EQ(ExpectedFalsePositives(10, 0.05), 0.5);
  EXPECT_EQ(ExpectedFalsePositives(0, 0.05), 0);
}

}  // namespace
}  // namespace benchcell
