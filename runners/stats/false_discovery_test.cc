#include "runners/stats/false_discovery.h"

#include <gtest/gtest.h>

namespace benchcell {
namespace {

TEST(FalseDiscoveryTest, WorkedExampleOfThePaper) {
  // Benjamini & Hochberg 1995, section 4: 15 p values, four of them rejected at 0.05.
  const std::vector<double> p = {0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
                                 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000};
  const std::vector<double> q = BenjaminiHochberg(p);
  EXPECT_NEAR(q[0], 0.0015, 1e-12);
  EXPECT_NEAR(q[1], 0.003, 1e-12);
  EXPECT_NEAR(q[2], 0.0095, 1e-12);
  EXPECT_NEAR(q[3], 0.035625, 1e-12);
  // 0.0201 * 15 / 5 = 0.0603; ranks 6 to 8 give 0.0695, 0.0638571, 0.0645.
  EXPECT_NEAR(q[4], 0.0603, 1e-12);
  EXPECT_NEAR(q[5], 0.0638571428571, 1e-12);
  EXPECT_NEAR(q[6], 0.0638571428571, 1e-12);
  EXPECT_EQ(q[14], 1);
}

TEST(FalseDiscoveryTest, AnswersInTheOrderOfTheQuestions) {
  const std::vector<double> q = BenjaminiHochberg({0.5, 0.01, 0.04});
  EXPECT_NEAR(q[0], 0.5, 1e-12);
  EXPECT_NEAR(q[1], 0.03, 1e-12);
  EXPECT_NEAR(q[2], 0.06, 1e-12);
}

TEST(FalseDiscoveryTest, NeverAboveOneAndNeverBelowTheP) {
  for (const double q : BenjaminiHochberg({0.9, 0.9, 0.8})) EXPECT_NEAR(q, 0.9, 1e-12);
  EXPECT_EQ(BenjaminiHochberg({1, 1}), (std::vector<double>{1, 1}));
}

TEST(FalseDiscoveryTest, OneTestNeedsNoCorrectionAndNoneHasNone) {
  EXPECT_EQ(BenjaminiHochberg({0.02}), std::vector<double>{0.02});
  EXPECT_TRUE(BenjaminiHochberg({}).empty());
}

}  // namespace
}  // namespace benchcell
