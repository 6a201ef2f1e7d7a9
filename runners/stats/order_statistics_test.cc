#include "runners/stats/order_statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace benchcell {
namespace {

void ExpectAsSort(const std::vector<double>& values, double low, double high) {
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  OrderStatistics statistics;
  statistics.Take(values, low, high);
  // From the inside to the outside and back: what was asked before changes nothing.
  for (size_t k = 0; k < values.size(); ++k) {
    const size_t place = k % 2 == 0 ? k : values.size() - k;
    ASSERT_EQ(statistics.Kth(place), sorted[place]) << place << " of " << values.size();
  }
}

TEST(OrderStatisticsTest, AreThoseOfTheSortedValues) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  for (const size_t count : {1, 2, 10, 465, 1830}) {
    std::vector<double> values(count);
    for (double& value : values) value = normal(random);
    ExpectAsSort(values, -1, 1);
    ExpectAsSort(values, 0.1, 0.2);
    ExpectAsSort(values, 100, 200);
  }
}

TEST(OrderStatisticsTest, EqualValuesAndNoWidth) {
  ExpectAsSort(std::vector<double>(50, 0.25), 0.25, 0.25);
  ExpectAsSort({3, 1, 2, 2, 1, 3, 2}, 2, 2);
  ExpectAsSort({3, 1, 2, 2, 1, 3, 2}, 2, 1);
  ExpectAsSort({0, 5e-324, 1e-323, 0}, 0, 5e-324);
}

TEST(OrderStatisticsTest, LargeValues) {
  ExpectAsSort({1e308, -1e308, 0, 5, -1e300, 1e300}, -1e308, 1e308);
  ExpectAsSort({1e308, -1e308, 0, 5, -1e300, 1e300}, 0, 1e-300);
}

TEST(OrderStatisticsTest, TheNextValuesReplaceTheOnesBefore) {
  OrderStatistics statistics;
  statistics.Take({5, 4, 3}, 3, 5);
  statistics.Take({2, 1}, 1, 2);
  EXPECT_EQ(statistics.Kth(0), 1);
  EXPECT_EQ(statistics.Kth(1), 2);
}

}  // namespace
}  // namespace benchcell
