// The table of a stored run, as a value that every renderer uses.

#ifndef BENCHCELL_RUNNERS_REPORT_TABLE_H_
#define BENCHCELL_RUNNERS_REPORT_TABLE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "benchcell/v1/result.pb.h"
#include "runners/report/cause.h"
#include "runners/report/comparability.h"
#include "runners/report/exact.h"
#include "runners/report/verdict.h"
#include "runners/stats/paired.h"
#include "runners/stats/power.h"
#include "runners/stats/stratified.h"
#include "runners/stats/unpaired.h"

namespace benchcell {

struct TableOptions {
  // Name of the metric; empty for the first that the plugin declares.
  std::string metric = {};
  // Of the intervals.
  double confidence = 0.95;
  // Of the smallest detectable change.
  TestGoal goal = {};
  // Compare also what the metric calls unlike; Protocol.compare_unlike does the same.
  bool compare_unlike = false;
};

// A level as it is shown: `forks`, or `11 (default)` where the runs observed what it came to.
struct LevelText {
  std::string axis;
  std::string level;
  std::string text;
};

struct BuildResult {
  std::string build;
  // Runs that the row should have, and those that are OK and have a sample.
  int64_t planned = 0;
  int64_t measured = 0;
  // In the metric's unit; absent without a measured run, and in a row of all machines.
  std::optional<double> median = {};
  // Of the measured runs; only for exact metrics.
  std::optional<ValueSpread> spread = {};
};

// One machine in one epoch among the strata of a row of all machines.
struct StratumShare {
  std::string machine;
  uint32_t epoch = 0;
  // Its share of the average; absent where it gave no estimate.
  std::optional<double> weight;
};

// A change on several machines, each measured by itself.
struct StratifiedChange {
  // In the order of the rows beneath.
  std::vector<StratumShare> strata;
  // Absent if no machine gave an estimate.
  std::optional<StratifiedRatio> estimate;
};

// Of a later build against the baseline. All ratios are changed / baseline.
struct ChangeResult {
  std::string build;
  // False if the builds are unlike and nobody asked for comparing them anyway. All that follows is
  // absent then, but `unlike` and the verdict.
  bool compared = true;
  // What the metric wants to be equal and isn't.
  std::vector<Unlike> unlike;
  // Of the medians over all runs; the stratified estimate in a row of all machines.
  std::optional<double> ratio;
  // Of the medians within each round, by round. None for exact metrics and all machines.
  std::vector<std::optional<double>> round_ratio;
  // From pairs: runs of both builds with the same round and index, both measured. Absent without
  // pairs, where a value is not above 0, for exact metrics, for all machines and where `unpaired`.
  std::optional<PairedRatio> paired;
  // Instead of it in a table of results that were measured elsewhere: nobody knows their order.
  std::optional<UnpairedRatio> unpaired;
  // Only for all machines.
  std::optional<StratifiedChange> stratified;
  // Only for exact metrics; absent where a build has no value.
  std::optional<ExactChange> exact;
  // Only for exact metrics that moved and have profiles.
  std::optional<Cause> cause;
  // Benjamini-Hochberg over the changes of all rows but those of one machine among several: the
  // question of such a row is asked once, in the row of all machines above it.
  std::optional<double> q_value;
  // As a share (0.01 is 1 %), for this number of pairs and their spread.
  std::optional<double> smallest_detectable;
  std::optional<PublishedComparison> comparison;

  // Of the pairs, the strata, or runs that are no pairs.
  std::optional<RatioInterval> Interval() const;
  // The same; absent below two pairs, of which no test can be made.
  std::optional<double> PValue() const;
};

// Runs of one build that ended in one way other than OK, or in which the row's benchmark did.
struct FailureResult {
  std::string build;
  v1::RunStatus status = v1::RUN_STATUS_UNSPECIFIED;
  int64_t runs = 0;
  // Of the first of them.
  std::string message;
};

enum class RowKind {
  kOnlyMachine,
  // The machines as strata, above a row for each. Counts of runs are their sums.
  kAllMachines,
  // Of several, below kAllMachines (or by itself for exact metrics).
  kOneMachine,
};

// One cell on one machine in one epoch (results of two are never pooled), and one benchmark of it
// for metrics that have several in a run. Where several of them measured a cell, a row of all
// stands above theirs, with an estimate from the estimates of each. Records of no machine,
// which tell of blocks that were given up, count in the row of the only machine that measured the
// cell, or else in its first.
struct TableRow {
  RowKind kind = RowKind::kOnlyMachine;
  uint32_t cell = 0;
  std::string benchmark;
  // Empty and 0 if no record names a machine, and for all machines.
  std::string machine;
  uint32_t epoch = 0;
  std::vector<LevelText> levels;
  // In the experiment's order.
  std::vector<BuildResult> builds;
  std::vector<ChangeResult> changes;
  std::vector<FailureResult> failures;
  // Runs of a block that was begun again, after its earlier attempt was interrupted or lost.
  int64_t later_attempts = 0;

  // Whether every planned run was measured.
  bool Complete() const;
};

struct Table {
  std::string experiment;
  std::string title;
  v1::Metric metric;
  double confidence = 0.95;
  TestGoal goal;
  uint32_t rounds = 0;
  std::vector<std::string> builds;
  // Axes that are the same in all rows, and those that tell rows apart.
  std::vector<LevelText> constants;
  std::vector<std::string> axes;
  // More than one machine or epoch has records.
  bool several_machines = false;
  // The runs were measured elsewhere, in an order that nobody knows: there are no pairs.
  bool unpaired = false;
  // Rows are told apart by benchmark, too, which no axis names.
  bool has_benchmarks = false;
  // Some row tells the cause of a change.
  bool has_causes = false;
  // Set if any row is compared with a published one.
  std::optional<double> tolerance_points;
  // SIZE or DIRECTION: what the published changes are held against.
  v1::Standard standard = v1::SIZE;
  std::vector<TableRow> rows;
};

// Superseded records are not used. Published changes are compared only for the plugin's first
// metric; with the row of a benchmark only if it is the only one of its cell. INVALID_ARGUMENT for
// an unknown metric, with the nearest valid name.
absl::StatusOr<Table> BuildTable(const v1::ExperimentRun& run, const TableOptions& options);

// 0 if every row is complete and compared, and none differs from a published one; 1 otherwise. Too
// noisy to tell is no failure.
int ExitCode(const Table& table);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_TABLE_H_
