// A binary against the baseline on one machine.

#ifndef BENCHCELL_RUNNERS_COMPARE_SIDE_BY_SIDE_H_
#define BENCHCELL_RUNNERS_COMPARE_SIDE_BY_SIDE_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runners/compare/comparison.h"
#include "runners/compare/rate_table.h"

namespace benchcell {

// The same for every row; asked for once for each number of pairs.
class DetectableShifts {
 public:
  explicit DetectableShifts(const TestGoal& goal) : goal_(goal) {}
  std::optional<double> Of(int64_t pairs);

 private:
  const TestGoal goal_;
  std::map<int64_t, std::optional<double>> known_;
};

struct Side {
  std::string binary;
  const RateSeries* series = nullptr;  // null if there is no row of it
};

// The row's estimate as a stratum; absent where there is none.
using Stratum = std::optional<StratumEstimate>;

// Fills all of `row` but its kind, names and q value.
Stratum CompareSides(const Side& baseline, const Side& changed, double confidence,
                     DetectableShifts& shifts, ComparisonRow& row);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COMPARE_SIDE_BY_SIDE_H_
