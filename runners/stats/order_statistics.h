// Several order statistics of the same few hundred values.
//
// Selecting each by comparing values with each other mispredicts every other branch. Values are
// put into buckets of equal width instead, without a branch; then only the few values of the
// buckets that hold the wanted places are compared. A handful of values is sorted.

#ifndef BENCHCELL_RUNNERS_STATS_ORDER_STATISTICS_H_
#define BENCHCELL_RUNNERS_STATS_ORDER_STATISTICS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace benchcell {

// Not thread-safe. The memory serves the next values too.
class OrderStatistics {
 public:
  // Values must be finite. Those wanted should be between `low` and `high`; others take longer.
  void Take(const std::vector<double>& values, double low, double high);

  // The k-th smallest, k from 0: the very value that sorting gives.
  double Kth(size_t k);

 private:
  std::vector<double> by_bucket_;
  // Whether all of them are in order, and there are no buckets.
  bool sorted_ = false;
  std::vector<uint8_t> buckets_;
  // Where each bucket ends.
  std::vector<uint32_t> ends_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STATS_ORDER_STATISTICS_H_
