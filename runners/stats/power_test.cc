#include "runners/stats/power.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "runners/stats/signed_rank.h"

namespace benchcell {
namespace {

double Normal(std::mt19937_64& generator) {
  const auto uniform = [&] { return (static_cast<double>(generator() >> 11) + 0.5) * 0x1p-53; };
  return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * 3.14159265358979 * uniform());
}

// Share of generated designs in which the test finds a change of this share.
double SimulatedPower(int pairs, double change, double sd, double alpha) {
  constexpr int kDesigns = 6000;
  std::mt19937_64 generator(99);
  int found = 0;
  for (int design = 0; design < kDesigns; ++design) {
    std::vector<double> logs(pairs);
    for (double& log : logs) log = std::log1p(change) + sd * Normal(generator);
    found += SignedRankPValue(logs) <= alpha;
  }
  return static_cast<double>(found) / kDesigns;
}

TEST(PowerTest, TheChangeIsFoundAsOftenAsWanted) {
  for (const int pairs : {6, 7, 8, 9, 10, 12, 15, 20, 30, 50}) {
    const double change = *SmallestDetectableChange(pairs, 0.02, {.alpha = 0.05, .power = 0.9});
    EXPECT_NEAR(SimulatedPower(pairs, change, 0.02, 0.05), 0.9, 0.02) << pairs << " pairs";
  }
}

TEST(PowerTest, HoldsForTheLevelOfACorrectedTableToo) {
  for (const int pairs : {12, 20, 40}) {
    const double change = *SmallestDetectableChange(pairs, 0.01, {.alpha = 0.0005, .power = 0.9});
    EXPECT_NEAR(SimulatedPower(pairs, change, 0.01, 0.0005), 0.9, 0.05) << pairs << " pairs";
  }
}

TEST(PowerTest, TooFewPairsFindNothing) {
  EXPECT_EQ(SmallestDetectableChange(5, 0.01, {}), std::nullopt);
  EXPECT_EQ(SmallestDetectableChange(0, 0.01, {}), std::nullopt);
  EXPECT_EQ(SmallestDetectableChange(11, 0.01, {.alpha = 0.0005}), std::nullopt);
  EXPECT_TRUE(SmallestDetectableChange(12, 0.01, {.alpha = 0.0005}).has_value());
}

TEST(PowerTest, WithoutSpreadEveryChangeIsFound) {
  EXPECT_EQ(SmallestDetectableChange(10, 0, {}), 0);
}

TEST(PowerTest, MorePairsFindLessAndNoFormulaEndsWithAJump) {
  double before = *SmallestDetectableChange(10, 0.02, {});
  for (const int64_t pairs : {20, 40, 60, 61, 120, 500, 501, 5000, 1'000'000}) {
    const double change = *SmallestDetectableChange(pairs, 0.02, {});
    EXPECT_LT(change, before) << pairs;
    before = change;
  }
  EXPECT_NEAR(*SmallestDetectableChange(501, 0.02, {}), *SmallestDetectableChange(500, 0.02, {}),
              2e-5);
}

TEST(PowerTest, PairsToDetectIsTheSmallestNumberThatDoes) {
  for (const double change : {0.1, 0.03, 0.01, 0.004, -0.01}) {
    const int64_t pairs = *PairsToDetect(change, 0.014, {}, 100'000);
    const double wanted = change > 0 ? change : 1 / (1 + change) - 1;
    EXPECT_LE(*SmallestDetectableChange(pairs, 0.014, {}), wanted) << change;
    EXPECT_GT(SmallestDetectableChange(pairs - 1, 0.014, {}).value_or(1), wanted) << change;
  }
}

TEST(PowerTest, PairsToDetectKnowsItsLimit) {
  EXPECT_EQ(PairsToDetect(0.001, 0.05, {}, 1000), std::nullopt);
  EXPECT_EQ(PairsToDetect(0.001, 0.05, {}, 50), std::nullopt);
  EXPECT_EQ(PairsToDetect(0.5, 0.001, {}, 50), 6);
}

}  // namespace
}  // namespace benchcell
