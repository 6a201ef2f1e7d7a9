// How much a build changes a metric, estimated from pairs: each pair is a run of the baseline and a
// run of the changed build, measured next to each other.
//
// All on the scale of log ratios, where a change is the same shift whatever the level: whatever
// slows both runs of a pair alike cancels. The estimate is the Hodges-Lehmann one, its interval
// and p value those of Wilcoxon's signed-rank test (see signed_rank.h and walsh.h), so no outlier
// decides and no distribution is assumed but that log ratios scatter symmetrically.

#ifndef BENCHCELL_RUNNERS_STATS_PAIRED_H_
#define BENCHCELL_RUNNERS_STATS_PAIRED_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"

namespace benchcell {

struct Pair {
  double baseline = 0;
  double changed = 0;
};

// Bounds of a ratio changed / baseline, both included.
struct RatioInterval {
  double low = 0;
  double high = 0;
};

struct PairedRatio {
  int64_t pairs = 0;
  // Of changed to baseline: 0.9 is a tenth less.
  double ratio = 1;
  // Absent where so few pairs have no interval of this confidence (below 6 for 95 %). Holds the
  // true ratio at least as often as the confidence says (Hollander, Wolfe & Chicken, section 3.3);
  // values rounded until they tie only make it wider.
  std::optional<RatioInterval> interval;
  // Two-sided, against a ratio of 1.
  double p_value = 1;
  // Standard deviation of the log ratio of a pair; absent for one pair.
  std::optional<double> log_ratio_sd;
};

// `confidence` is between 0 and 1: 0.95. INVALID_ARGUMENT if there is no pair, or if a value is not
// finite and above 0: a ratio says nothing then. The message names the pair.
absl::StatusOr<PairedRatio> EstimatePairedRatio(const std::vector<Pair>& pairs, double confidence);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STATS_PAIRED_H_
