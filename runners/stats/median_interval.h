// How far the median of a distribution may be from that of a sample.
//
// The sign test turned round (Hollander, Wolfe & Chicken, Nonparametric Statistical Methods, 3rd
// ed., section 3.6): from the k-th smallest value to the k-th largest, where k - 1 is the largest
// number that a binomial variable with n trials of 1/2 stays at or below with a probability of at
// most (1 - confidence) / 2. Nothing is assumed of the distribution, only that runs are
// independent.

#ifndef BENCHCELL_RUNNERS_STATS_MEDIAN_INTERVAL_H_
#define BENCHCELL_RUNNERS_STATS_MEDIAN_INTERVAL_H_

#include <optional>
#include <vector>

namespace benchcell {

// Both bounds included, in the unit of the values.
struct ValueInterval {
  double low = 0;
  double high = 0;
};

// Holds the median at least as often as `confidence` (between 0 and 1) says. Absent where so few
// values have no such interval (below 6 for 0.95). Values must not be NaN.
std::optional<ValueInterval> MedianInterval(std::vector<double> values, double confidence);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STATS_MEDIAN_INTERVAL_H_
