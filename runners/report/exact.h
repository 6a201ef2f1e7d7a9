// Changes of metrics that are counted: the same work gives the same value, so nothing is tested.

#ifndef BENCHCELL_RUNNERS_REPORT_EXACT_H_
#define BENCHCELL_RUNNERS_REPORT_EXACT_H_

#include <optional>
#include <vector>

#include "runners/stats/paired.h"

namespace benchcell {

// The values of the runs of a build.
struct ValueSpread {
  double low = 0;
  double high = 0;
  // high - low as a share of the median, 0 where all runs agree; absent where the median is 0 and
  // they don't.
  std::optional<double> share;
};

// Absent for no values.
std::optional<ValueSpread> SpreadOf(const std::vector<double>& values);

enum class ExactOutcome {
  // Every run of both builds has the same value.
  kNoChange,
  // The ranges of the two builds have a value in common, or the change is no larger than the range
  // of one of them: runs of the same build differ as much.
  kWithinSpread,
  kMoved,
};

struct ExactChange {
  // Of the medians, in the metric's unit.
  double difference = 0;
  ExactOutcome outcome = ExactOutcome::kNoChange;
  // What the ratio may be for all that the runs tell: a point if the change moved, from the
  // smallest to the largest ratio of two runs (and 1, in any case) if it is within the spread.
  // Absent if a value is not above 0.
  std::optional<RatioInterval> ratios;
};

// Absent where a build has no value.
std::optional<ExactChange> CompareExactly(const std::vector<double>& baseline,
                                          const std::vector<double>& changed);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_EXACT_H_
