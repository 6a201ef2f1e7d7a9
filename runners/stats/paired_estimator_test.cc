#include "runners/stats/paired_estimator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "runners/stats/generated_noise.h"

namespace benchcell {
namespace {

void ExpectTheSame(PairedEstimator& estimator, const std::vector<Pair>& pairs, double confidence) {
  const absl::StatusOr<PairedRatio> fast = estimator.Estimate(pairs);
  const absl::StatusOr<PairedRatio> plain = EstimatePairedRatio(pairs, confidence);
  ASSERT_EQ(fast.status(), plain.status());
  if (!plain.ok()) return;
  EXPECT_EQ(fast->pairs, plain->pairs);
  EXPECT_EQ(fast->ratio, plain->ratio);
  EXPECT_EQ(fast->p_value, plain->p_value);
  EXPECT_EQ(fast->log_ratio_sd, plain->log_ratio_sd);
  ASSERT_EQ(fast->interval.has_value(), plain->interval.has_value());
  if (!plain->interval.has_value()) return;
  EXPECT_EQ(fast->interval->low, plain->interval->low);
  EXPECT_EQ(fast->interval->high, plain->interval->high);
}

std::vector<Pair> Generate(GeneratedNoise& noise, int pairs, double shift) {
  std::vector<Pair> list;
  for (int i = 0; i < pairs; ++i) {
    list.push_back({std::exp(noise.Normal()), std::exp(shift + noise.Normal())});
  }
  return list;
}

TEST(PairedEstimatorTest, IsTheSameBitForBit) {
  for (const double confidence : {0.9, 0.95, 0.999}) {
    PairedEstimator estimator(confidence);
    GeneratedNoise noise(30);
    for (int pairs = 1; pairs <= 64; ++pairs) {
      for (const double shift : {0.0, 0.3, -2.0, 10.0}) {
        ExpectTheSame(estimator, Generate(noise, pairs, shift), confidence);
      }
    }
  }
}

TEST(PairedEstimatorTest, IsTheSameWithTiesAndZeros) {
  PairedEstimator estimator(0.95);
  GeneratedNoise noise(31);
  for (int set = 0; set < 300; ++set) {
    std::vector<Pair> pairs;
    for (int i = 0; i < 6 + set % 20; ++i) {
      pairs.push_back(
          {std::exp2(std::floor(3 * noise.Uniform())), std::exp2(std::floor(3 * noise.Uniform()))});
    }
    ExpectTheSame(estimator, pairs, 0.95);
  }
  ExpectTheSame(estimator, std::vector<Pair>(10, Pair{2, 2}), 0.95);
  ExpectTheSame(estimator, std::vector<Pair>(10, Pair{2, 3}), 0.95);
}

TEST(PairedEstimatorTest, RefusesTheSame) {
  PairedEstimator estimator(0.95);
  ExpectTheSame(estimator, {}, 0.95);
  ExpectTheSame(estimator, {{1, 2}, {0, 1}}, 0.95);
  ExpectTheSame(estimator, {{1, 2}, {1, std::nan("")}}, 0.95);
  ExpectTheSame(estimator, {{1, 2}, {1, std::numeric_limits<double>::infinity()}}, 0.95);
}

}  // namespace
}  // namespace benchcell
