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
  PublishedComparison comparison;
  comparison.verdict = Verdict::kAgrees;
  EXPECT_EQ(VerdictWords(comparison), "agrees");
  comparison.verdict = Verdict::kDiffers;
  EXPECT_EQ(VerdictWords(comparison), "differs");
  comparison.verdict = Verdict::kTooNoisy;
  EXPECT_EQ(VerdictWords(comparison), "too noisy to tell");
  comparison.verdict = Verdict::kNotCompared;
  EXPECT_EQ(VerdictWords(comparison), "not compared");
}

// The words for a change of `low` to `high` per cent here, by direction; tolerance 3 points.
std::string DirectionWords(const v1::PublishedChange& change, double low, double high,
                           MeasuredChange measured = {}) {
  v1::Published published;
  published.set_standard(v1::DIRECTION);
  published.set_tolerance_points(3);
  measured.interval = RatioInterval{1 + low / 100, 1 + high / 100};
  return VerdictWords(Compare(published, change, measured));
}

TEST(VerdictTest, BySizeAPointIsWithinTheToleranceOrNot) {
  v1::Published published;
  published.set_tolerance_points(1);
  MeasuredChange measured;
  measured.interval = RatioInterval{0.6125, 0.6125};
  EXPECT_EQ(Compare(published, Published(-38), measured).verdict, Verdict::kAgrees);
  EXPECT_EQ(Compare(published, Published(-40), measured).verdict, Verdict::kDiffers);
  EXPECT_EQ(Compare(published, Published(-40), measured).standard, v1::SIZE);
  EXPECT_EQ(Compare(published, Published(-40), measured).range->low, -41);
}

TEST(VerdictTest, ByDirectionTheSizeDoesNotMatter) {
  EXPECT_EQ(DirectionWords(Published(-38.75), -0.02, -0.02), "same direction");
  EXPECT_EQ(DirectionWords(Published(-38.75), -64, -60), "same direction");
  EXPECT_EQ(DirectionWords(Published(40), 1, 2), "same direction");
  EXPECT_EQ(DirectionWords(Published(-38.75), 1, 2), "other direction");
  EXPECT_EQ(DirectionWords(Published(40), -1, -0.5), "other direction");
  EXPECT_EQ(DirectionWords(Published(-38.75), -1, 1), "too noisy to tell");
  EXPECT_EQ(DirectionWords(Published(40), -1, 1), "too noisy to tell");
  EXPECT_EQ(DirectionWords(Published(-38.75), 0, 0), "no change here");
}

TEST(VerdictTest, ByDirectionAboutZeroStaysAboutZero) {
  v1::PublishedChange zero;
  zero.set_about_zero(true);
  for (const v1::PublishedChange& change : {zero, Published(0.03), Published(-2.9)}) {
    EXPECT_EQ(DirectionWords(change, -0.5, 2), "still about zero");
    EXPECT_EQ(DirectionWords(change, 4, 5), "no longer about zero");
    EXPECT_EQ(DirectionWords(change, -4, -3.5), "no longer about zero");
    EXPECT_EQ(DirectionWords(change, 2, 5), "too noisy to tell");
  }
  EXPECT_EQ(DirectionWords(Published(-3), 0.1, 0.1), "other direction");
}

TEST(VerdictTest, ByDirectionThePublishedCauseHasToBeTheCause) {
  v1::PublishedChange change = Published(-38.75);
  change.set_cause(v1::HARNESS);
  EXPECT_EQ(DirectionWords(change, -64, -64, {.has_cause = true, .main_kind = v1::HARNESS}),
            "same direction, same cause");
  EXPECT_EQ(DirectionWords(change, -64, -64, {.has_cause = true, .main_kind = v1::OPTIMISED}),
            "same direction, other cause");
  EXPECT_EQ(DirectionWords(change, -64, -64, {.has_cause = true}), "same direction, other cause");
  EXPECT_EQ(DirectionWords(change, -64, -64), "same direction, cause not told");
  EXPECT_EQ(DirectionWords(change, 64, 64, {.has_cause = true, .main_kind = v1::HARNESS}),
            "other direction");
  v1::Published published;
  published.set_standard(v1::DIRECTION);
  const RatioInterval less{0.5, 0.5};
  EXPECT_EQ(Compare(published, change, {.interval = less, .has_cause = true}).verdict,
            Verdict::kDiffers);
  EXPECT_EQ(Compare(published, change, {.interval = less}).verdict, Verdict::kAgrees)
      << "what can't be told contradicts nothing";
}

TEST(VerdictTest, WhatWasNotComparedHasNoVerdict) {
  for (const v1::Standard standard : {v1::SIZE, v1::DIRECTION}) {
    v1::Published published;
    published.set_standard(standard);
    EXPECT_EQ(Compare(published, Published(-38.75), {.compared = false}).verdict,
              Verdict::kNotCompared);
    EXPECT_EQ(Compare(published, Published(-38.75), {}).verdict, Verdict::kTooNoisy);
  }
}

}  // namespace
}  // namespace benchcell
