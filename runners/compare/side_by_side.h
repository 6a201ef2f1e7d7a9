// A binary against the baseline on one machine.

#ifndef BENCHCELL_RUNNERS_COMPARE_SIDE_BY_SIDE_H_
#define BENCHCELL_RUNNERS_COMPARE_SIDE_BY_SIDE_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runners/compare/comparison.h"
#include "runners/compare/rate_table.h"
#include "runners/stats/paired_estimator.h"
#include "runners/stats/welch.h"

namespace benchcell {

// The samples of the row at hand; the memory serves the next one too.
struct RowSamples {
  std::vector<double> baseline;
  std::vector<double> changed;
  std::vector<Pair> pairs;
};

// What the rows of a table have in common, computed once. Not thread-safe.
class RowStatistics {
 public:
  RowStatistics(double confidence, const TestGoal& goal)
      : confidence_(confidence), goal_(goal), paired_(confidence) {}

  double confidence() const { return confidence_; }
  RateComparer& rates() { return rates_; }
  PairedEstimator& paired() { return paired_; }
  RowSamples& samples() { return samples_; }
  // DetectableShift for the goal.
  std::optional<double> DetectableShiftOf(int64_t pairs);

 private:
  const double confidence_;
  const TestGoal goal_;
  RateComparer rates_;
  PairedEstimator paired_;
  RowSamples samples_;
  std::map<int64_t, std::optional<double>> shifts_;
};

struct Side {
  const std::string& binary;
  const RateSeries* series = nullptr;  // null if there is no row of it
};

// Fills all of `row` but its kind, names and q value. If `stratum` is not null, sets it to the
// row's estimate as one of several machines, or to nothing where there is none.
void CompareSides(const Side& baseline, const Side& changed, RowStatistics& statistics,
                  ComparisonRow& row, std::optional<StratumEstimate>* stratum);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COMPARE_SIDE_BY_SIDE_H_
