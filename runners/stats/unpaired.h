// How much a build changes a metric where it isn't known which runs were neighbours in time.
//
// Welch's test (see welch.h) of the logarithms of the values, on which scale a change is the same
// shift whatever the level, as in paired.h: the estimate is the ratio of the geometric means, the
// interval Welch's. What drifted between the runs of the one build and those of the other is in the
// estimate, and no interval tells it from a change.

#ifndef BENCHCELL_RUNNERS_STATS_UNPAIRED_H_
#define BENCHCELL_RUNNERS_STATS_UNPAIRED_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "runners/stats/paired.h"

namespace benchcell {

struct UnpairedRatio {
  int64_t baseline_runs = 0;
  int64_t changed_runs = 0;
  // Of the geometric means, changed to baseline.
  double ratio = 1;
  // Absent with fewer than two runs on a side, and where the values of both sides don't scatter.
  std::optional<RatioInterval> interval;
  // Two-sided, against a ratio of 1; absent where there is no interval.
  std::optional<double> p_value;
};

// `confidence` is between 0 and 1: 0.95. INVALID_ARGUMENT if a side has no value, or one that is
// not finite and above 0.
absl::StatusOr<UnpairedRatio> EstimateUnpairedRatio(const std::vector<double>& baseline,
                                                    const std::vector<double>& changed,
                                                    double confidence);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STATS_UNPAIRED_H_
