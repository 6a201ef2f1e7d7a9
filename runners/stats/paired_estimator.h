// The same estimate as EstimatePairedRatio, for tables of many rows.
//
// Rows of a table mostly have the same number of pairs: what depends on that number alone (the
// order statistics of the interval, the p value of every rank sum) is computed once, and the Walsh
// averages of up to kExactPairs pairs are few enough to be selected from directly. The results are
// equal, bit for bit, in a tenth of the time.

#ifndef BENCHCELL_RUNNERS_STATS_PAIRED_ESTIMATOR_H_
#define BENCHCELL_RUNNERS_STATS_PAIRED_ESTIMATOR_H_

#include <cstdint>
#include <map>
#include <vector>

#include "absl/status/statusor.h"
#include "runners/stats/order_statistics.h"
#include "runners/stats/paired.h"

namespace benchcell {

// Not thread-safe.
class PairedEstimator {
 public:
  // `confidence` is between 0 and 1.
  explicit PairedEstimator(double confidence) : confidence_(confidence) {}

  // As EstimatePairedRatio(pairs, confidence).
  absl::StatusOr<PairedRatio> Estimate(const std::vector<Pair>& pairs);

 private:
  // What all samples of so many pairs have in common.
  struct Design {
    int64_t critical = 0;
    // By the smaller of the two rank sums, where no two differences have the same size.
    std::vector<double> p_values;
  };

  const Design& DesignOf(int64_t pairs);
  static double PValue(const std::vector<double>& sorted, const Design& design);
  void SelectWalshAverages(const std::vector<double>& sorted, const Design& design,
                           PairedRatio& result);

  const double confidence_;
  std::map<int64_t, Design> designs_;
  std::vector<double> logs_;
  std::vector<double> averages_;
  OrderStatistics order_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STATS_PAIRED_ESTIMATOR_H_
