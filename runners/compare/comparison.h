// The table of a comparison: compare.R's numbers, and what it doesn't have.
//
// A configuration that has no test says why in its row; the others keep theirs.

#ifndef BENCHCELL_RUNNERS_COMPARE_COMPARISON_H_
#define BENCHCELL_RUNNERS_COMPARE_COMPARISON_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "runners/compare/collation.h"
#include "runners/compare/rate_table.h"
#include "runners/stats/paired.h"
#include "runners/stats/power.h"
#include "runners/stats/stratified.h"
#include "runners/stats/welch.h"

namespace benchcell {

struct ComparisonOptions {
  NameOrder order = NameOrder::kBytewise;
  // Empty: `old` if there is one, otherwise the binary that comes first.
  std::string baseline;
  double confidence = 0.95;
  TestGoal goal;
};

enum class RowKind {
  kOnlyMachine,
  kAllMachines,  // the machines as strata; no numbers of compare.R, which would pool them
  kOneMachine,   // of several, below kAllMachines
};

// A configuration: a binary against the baseline.
struct ComparisonRow {
  RowKind kind = RowKind::kOnlyMachine;
  std::string name;
  std::string binary;
  std::string machine;
  // How many rates that are numbers each side has, over all machines of the row.
  int64_t baseline_count = 0;
  int64_t changed_count = 0;
  // Absent for kAllMachines, and without a number on either side.
  std::optional<RateComparison> rates;
  // Of the changed rate to the baseline's, from pairs (Hodges-Lehmann) or strata.
  std::optional<double> ratio;
  std::optional<RatioInterval> interval;
  // Of the signed-rank test where samples pair, of Welch's where they don't, of the strata.
  std::optional<double> p_value;
  // Benjamini-Hochberg over all rows that are not kOneMachine.
  std::optional<double> q_value;
  // Smallest change that so many pairs with this scatter find with the goal's power, as a share.
  std::optional<double> smallest_detectable;
  // Words for what is missing and why.
  std::vector<std::string> notes;

  // Whether the row has what it was measured for: a test.
  bool Complete() const { return p_value.has_value(); }
};

struct Comparison {
  std::string baseline;
  // The others, in order of appearance.
  std::vector<std::string> changed;
  std::vector<std::string> machines;
  double confidence = 0.95;
  TestGoal goal;
  std::vector<ComparisonRow> rows;
};

// Samples must have been kept. The i-th sample of a binary pairs with the i-th of the baseline (of
// the same configuration and machine) where both have as many: compare.js measures them in turns.
// The comparison is the same for any number of threads. INVALID_ARGUMENT if there is only one
// binary, or no baseline of that name.
absl::StatusOr<Comparison> BuildComparison(const RateTable& table, const ComparisonOptions& options,
                                           size_t threads = 1);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COMPARE_COMPARISON_H_
