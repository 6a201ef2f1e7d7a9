// The median of a sample.

#ifndef BENCHCELL_RUNNERS_STATS_MEDIAN_H_
#define BENCHCELL_RUNNERS_STATS_MEDIAN_H_

#include <optional>
#include <vector>

namespace benchcell {

// The middle value, or the mean of the two middle ones where their number is even; absent for no
// values. Values must not be NaN.
std::optional<double> Median(std::vector<double> values);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STATS_MEDIAN_H_
