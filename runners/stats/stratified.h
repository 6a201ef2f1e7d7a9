// One estimate of a change from several machines, each measured by itself.
//
// Samples of different machines are never put into one test: their levels differ by tens of per
// cent, and a test of the pooled samples takes that for noise. Each machine (stratum) gives its own
// estimate of the log ratio with its own standard error instead, and those are averaged with
// weights 1 / error^2 (Cochran 1937, "Problems arising in the analysis of a series of similar
// experiments"). Because the errors are estimated too, the variance of that average and its degrees
// of freedom are Meier's (1953, "Variance of a weighted mean"):
//
//   Var = 1/W (1 + 4 sum_i p_i (1 - p_i) / f_i),  p_i = w_i / W,  1/f = sum_i p_i^2 / f_i
//
// The average describes these machines. Whether they agree is a question of its own, answered by
// Cochran's Q; a small p of it says that the per-machine rows tell more than the average.

#ifndef BENCHCELL_RUNNERS_STATS_STRATIFIED_H_
#define BENCHCELL_RUNNERS_STATS_STRATIFIED_H_

#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "runners/stats/moments.h"
#include "runners/stats/paired.h"

namespace benchcell {

struct StratumEstimate {
  double log_ratio = 0;  // natural logarithm of changed / baseline
  double standard_error = 0;
  double degrees_of_freedom = 0;
};

// From a machine's pairs: the Hodges-Lehmann estimate, its standard error from the length of its
// signed-rank interval, divided by that of a t interval of the same level (Lehmann 1963,
// "Nonparametric confidence intervals for a shift parameter"). Absent without an interval (below 6
// pairs for 95 %) and where the interval has no length. `confidence` is the one that `paired` was
// made with.
std::optional<StratumEstimate> StratumOfPairs(const PairedRatio& paired, double confidence);

// From samples that don't pair: Welch's test of the logarithms, whose moments these are. Absent
// where that test has a problem.
std::optional<StratumEstimate> StratumOfSamples(const Moments& log_baseline,
                                                const Moments& log_changed);

struct StratifiedRatio {
  double ratio = 1;
  RatioInterval interval;
  double p_value = 1;  // two-sided, against a ratio of 1
  // Share of each stratum in the average, in the order given.
  std::vector<double> weights;
  // Of Cochran's Q, chi-squared with one degree less than there are strata; 1 for one stratum.
  double disagreement_p_value = 1;
};

// INVALID_ARGUMENT without a stratum, or for one whose numbers are not finite, or whose error or
// degrees of freedom are not above 0.
absl::StatusOr<StratifiedRatio> CombineStrata(const std::vector<StratumEstimate>& strata,
                                              double confidence);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STATS_STRATIFIED_H_
