#include "runners/stats/walsh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace benchcell {
namespace {

std::vector<double> AllAverages(const std::vector<double>& values) {
  std::vector<double> averages;
  for (size_t i = 0; i < values.size(); ++i) {
    for (size_t j = i; j < values.size(); ++j) {
      averages.push_back(std::midpoint(values[i], values[j]));
    }
  }
  std::sort(averages.begin(), averages.end());
  return averages;
}

TEST(WalshTest, EveryOrderStatisticIsTheOneOfTheSortedAverages) {
  std::mt19937_64 generator(11);
  for (int size = 1; size <= 25; ++size) {
    std::vector<double> values(size);
    // Whole numbers around 0: many ties, zeros and both signs.
    for (double& value : values) value = static_cast<double>(generator() % 21) - 10;
    if (size % 2 == 0) {
      for (double& value : values) value += static_cast<double>(generator() % 1000) / 997;
    }
    std::sort(values.begin(), values.end());
    const std::vector<double> averages = AllAverages(values);
    for (size_t k = 1; k <= averages.size(); ++k) {
      EXPECT_EQ(KthWalshAverage(values, k), averages[k - 1]) << "n = " << size << ", k = " << k;
    }
  }
}

TEST(WalshTest, HodgesLehmannIsTheMedianOfTheAverages) {
  // Averages of 1 2 6: 1, 1.5, 2, 3.5, 4, 6.
  EXPECT_EQ(HodgesLehmann({1, 2, 6}), 2.75);
  EXPECT_EQ(HodgesLehmann({-4}), -4);
  // Averages of 0 2: 0, 1, 2.
  EXPECT_EQ(HodgesLehmann({0, 2}), 1);
}

TEST(WalshTest, AHundredThousandValuesNeedNoListOfAverages) {
  std::vector<double> values(100'001);
  std::iota(values.begin(), values.end(), -50'000.0);
  EXPECT_EQ(HodgesLehmann(values), 0);
  EXPECT_EQ(KthWalshAverage(values, 1), -50'000);
  EXPECT_EQ(KthWalshAverage(values, 2), -49'999.5);
}

}  // namespace
}  // namespace benchcell
