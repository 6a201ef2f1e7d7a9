#include "runners/stats/signed_rank.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace benchcell {
namespace {

// Mid-ranks of |d| times 2, straight from the definition.
std::vector<int> DoubledRanks(const std::vector<double>& differences) {
  std::vector<int> ranks;
  for (const double d : differences) {
    int below = 0;
    int equal = 0;
    for (const double other : differences) {
      below += std::abs(other) < std::abs(d);
      equal += std::abs(other) == std::abs(d);
    }
    ranks.push_back(2 * below + equal + 1);
  }
  return ranks;
}

// The p value by trying every sign of every difference that is not 0.
double PValueByEnumeration(const std::vector<double>& differences) {
  const std::vector<int> all = DoubledRanks(differences);
  std::vector<int> ranks;
  int observed = 0;
  for (size_t i = 0; i < all.size(); ++i) {
    if (differences[i] == 0) continue;
    ranks.push_back(all[i]);
    if (differences[i] > 0) observed += all[i];
  }
  int at_most = 0;
  int at_least = 0;
  const int assignments = 1 << ranks.size();
  for (int signs = 0; signs < assignments; ++signs) {
    int sum = 0;
    for (size_t i = 0; i < ranks.size(); ++i) sum += (signs >> i & 1) * ranks[i];
    at_most += sum <= observed;
    at_least += sum >= observed;
  }
  return std::min(1.0, 2.0 * std::min(at_most, at_least) / assignments);
}

TEST(SignedRankTest, PValueIsThatOfAllSignAssignments) {
  std::mt19937_64 generator(5);
  for (int size = 1; size <= 12; ++size) {
    for (int repetition = 0; repetition < 20; ++repetition) {
      std::vector<double> differences(size);
      // A small range gives ties and zeros, a large one neither.
      const uint64_t range = repetition % 2 == 0 ? 7 : 1'000'003;
      for (double& d : differences) {
        d = static_cast<double>(generator() % range) - static_cast<double>(range / 2);
      }
      EXPECT_NEAR(SignedRankPValue(differences), PValueByEnumeration(differences), 1e-12);
    }
  }
}

TEST(SignedRankTest, KnownTables) {
  // Darwin's maize: T = 24 of 15 pairs; two-sided exact p = 0.0413 (in every table of the test).
  EXPECT_NEAR(SignedRankPValue({49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48}),
              0.041259765625, 1e-12);
  EXPECT_DOUBLE_EQ(SignedRankPValue({1, 2, 3, 4, 5, 6}), 0.03125);
}

TEST(SignedRankTest, NothingButZerosIsNoEvidence) {
  EXPECT_EQ(SignedRankPValue({0, 0, 0}), 1);
  EXPECT_EQ(SignedRankPValue({}), 1);
}

TEST(SignedRankTest, ZerosTakePartInTheRanking) {
  // Ranks 1.5 1.5 (zeros) 3 4 5; only {} and {3} are at most 3: 2 * 2/8.
  EXPECT_DOUBLE_EQ(SignedRankPValue({0, 0, -3, 4, 5}), 0.5);
}

TEST(SignedRankTest, SmallestPValue) {
  EXPECT_EQ(SmallestSignedRankPValue(0), 1);
  EXPECT_EQ(SmallestSignedRankPValue(1), 1);
  EXPECT_EQ(SmallestSignedRankPValue(6), 0.03125);
  EXPECT_NEAR(SmallestSignedRankPValue(15), 6.1e-5, 1e-6);
}

TEST(SignedRankTest, CriticalValuesAreThoseOfTheTables) {
  // Two-sided 5 % bounds of T as printed in textbooks are c - 1.
  EXPECT_EQ(SignedRankCritical(5, 0.025), 0);
  EXPECT_EQ(SignedRankCritical(6, 0.025), 0 + 1);
  EXPECT_EQ(SignedRankCritical(7, 0.025), 2 + 1);
  EXPECT_EQ(SignedRankCritical(8, 0.025), 3 + 1);
  EXPECT_EQ(SignedRankCritical(10, 0.025), 8 + 1);
  EXPECT_EQ(SignedRankCritical(15, 0.025), 25 + 1);
  EXPECT_EQ(SignedRankCritical(20, 0.025), 52 + 1);
  EXPECT_EQ(SignedRankCritical(0, 0.025), 0);
}

TEST(SignedRankTest, TheNormalApproximationGoesOnWhereTheExactDistributionEnds) {
  // c grows by about n / 2 a pair; a wrong constant would show as a jump.
  const int64_t at_60 = SignedRankCritical(60, 0.025);
  const int64_t at_61 = SignedRankCritical(61, 0.025);
  const int64_t at_62 = SignedRankCritical(62, 0.025);
  EXPECT_NEAR(at_61 - at_60, at_62 - at_61, 3);

  std::vector<double> differences;
  for (int i = 1; i <= 60; ++i) differences.push_back(i % 3 == 0 ? -i : i);
  const double exact = SignedRankPValue(differences);
  differences.push_back(0.5);  // One more, of the smallest rank: hardly any evidence.
  EXPECT_NEAR(SignedRankPValue(differences), exact, exact * 0.1);
}

TEST(SignedRankTest, AttainedLevelIsTheLargestNotAboveAlpha) {
  EXPECT_EQ(SignedRankAttainedLevel(5, 0.05), 0);
  EXPECT_DOUBLE_EQ(SignedRankAttainedLevel(6, 0.05), 0.03125);
  EXPECT_NEAR(SignedRankAttainedLevel(10, 0.05), 0.048828125, 1e-12);
  EXPECT_EQ(SignedRankAttainedLevel(61, 0.05), 0.05);
}

}  // namespace
}  // namespace benchcell
