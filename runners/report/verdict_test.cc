#include "runners/report/verdict.h"

#include <gtest/gtest.h>

namespace benchcell {
namespace {

v1::PublishedChange Published(double percent, const std::vector<double>& rounds = {}) {
  v1::PublishedChange change;
  change.set_percent(percent);
  for (const double round : rounds) change.add_round_percent(round);
  return change;
}

Verdict JudgePercent(const PercentRange& range, double low, double high) {
  return Judge(range, RatioInterval{1 + low / 100, 1 + high / 100});
}

TEST(VerdictTest, TheRangeSpansPublishedChangeAndRoundsAndIsWidened) {
  const PercentRange plain = AgreementRange(Published(-32), 10);
  EXPECT_EQ(plain.low, -42);
  EXPECT_EQ(plain.high, -22);
  const PercentRange rounds = AgreementRange(Published(-28, {-21, -29}), 5);
  EXPECT_EQ(rounds.low, -34);
  EXPECT_EQ(rounds.high, -16);
  // As in the seed: the pooled change lies outside its rounds.
  const PercentRange outside = AgreementRange(Published(-28, {-24, -27}), 1);
  EXPECT_EQ(outside.low, -29);
  EXPECT_EQ(outside.high, -23);
}

TEST(VerdictTest, AboutZeroIsZero) {
  v1::PublishedChange change;
  change.set_about_zero(true);
  const PercentRange range = AgreementRange(change, 10);
  EXPECT_EQ(range.low, -10);
  EXPECT_EQ(range.high, 10);
}

TEST(VerdictTest, AllOfTheIntervalDecides) {
  const PercentRange range{-42, -22};
  EXPECT_EQ(JudgePercent(range, -33, -30), Verdict::kAgrees);
  EXPECT_EQ(JudgePercent(range, -45, -30), Verdict::kTooNoisy);
  EXPECT_EQ(JudgePercent(range, -30, -10), Verdict::kTooNoisy);
  EXPECT_EQ(JudgePercent(range, -60, 10), Verdict::kTooNoisy);
  EXPECT_EQ(JudgePercent(range, -21, -10), Verdict::kDiffers);
  EXPECT_EQ(JudgePercent(range, -60, -50), Verdict::kDiffers);
  EXPECT_EQ(JudgePercent(range, 1, 5), Verdict::kDiffers);
}

TEST(VerdictTest, WithoutAnIntervalNothingCanBeTold) {
  EXPECT_EQ(Judge({-42, -22}, std::nullopt), Verdict::kTooNoisy);
}

TEST(VerdictTest, TheOtherSideOfZeroDiffersWhereThePublishedChangeIsBeyondTheTolerance) {
  for (const double percent : {-80.0, -11.0, 11.0, 200.0}) {
    const double sign = percent < 0 ? 1 : -1;
    const double near = sign * 0.01;
    const double far = sign * 3;
    EXPECT_EQ(JudgePercent(AgreementRange(Published(percent), 10), std::min(near, far),
                           std::max(near, far)),
              Verdict::kDiffers);
  }
}

TEST(VerdictTest, ToleranceDefaultsToTenPoints) {
  v1::Published published;
  EXPECT_EQ(TolerancePoints(published), 10);
  published.set_tolerance_points(3);
  EXPECT_EQ(TolerancePoints(published), 3);
}

TEST(VerdictTest, Words) {
  EXPECT_EQ(VerdictWords(Verdict::kAgrees), "agrees");
  EXPECT_EQ(VerdictWords(Verdict::kDiffers), "differs");
  EXPECT_EQ(VerdictWords(Verdict::kTooNoisy), "too noisy to tell");
}

}  // namespace
}  // namespace benchcell
