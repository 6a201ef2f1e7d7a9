// The table of a stored run, as a value that every renderer uses.

#ifndef BENCHCELL_RUNNERS_REPORT_TABLE_H_
#define BENCHCELL_RUNNERS_REPORT_TABLE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "benchcell/v1/result.pb.h"
#include "runners/report/verdict.h"
#include "runners/stats/paired.h"
#include "runners/stats/power.h"

namespace benchcell {

struct TableOptions {
  // Name of the metric; empty for the first that the plugin declares.
  std::string metric;
  // Of the intervals.
  double confidence = 0.95;
  // Of the smallest detectable change.
  TestGoal goal = {};
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
  // In the metric's unit; absent without a measured run.
  std::optional<double> median;
};

struct PublishedComparison {
  v1::PublishedChange published;
  PercentRange range;
  Verdict verdict = Verdict::kTooNoisy;
};

// Of a later build against the baseline. All ratios are changed / baseline.
struct ChangeResult {
  std::string build;
  // Of the medians over all runs.
  std::optional<double> ratio;
  // Of the medians within each round, by round.
  std::vector<std::optional<double>> round_ratio;
  // From pairs: runs of both builds with the same round and index, both measured. Absent without
  // pairs, and where a value is not above 0.
  std::optional<PairedRatio> paired;
  // Benjamini-Hochberg over all changes of the table.
  std::optional<double> q_value;
  // As a share (0.01 is 1 %), for this number of pairs and their spread.
  std::optional<double> smallest_detectable;
  std::optional<PublishedComparison> comparison;
};

// Runs of one build that ended in one way other than OK.
struct FailureResult {
  std::string build;
  v1::RunStatus status = v1::RUN_STATUS_UNSPECIFIED;
  int64_t runs = 0;
  // Of the first of them.
  std::string message;
};

// One cell on one machine in one epoch (results of two are never pooled), and one benchmark of it
// for metrics that have several in a run. Records of no machine, which tell of blocks that were
// given up, count in the row of the only machine that measured the cell, or else in its first.
struct TableRow {
  uint32_t cell = 0;
  std::string benchmark;
  // Empty and 0 if no record names a machine.
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
  // Rows are told apart by benchmark, too.
  bool has_benchmarks = false;
  // Set if any row is compared with a published one.
  std::optional<double> tolerance_points;
  std::vector<TableRow> rows;
};

// Superseded records are not used. Published changes are compared only for the plugin's first
// metric. INVALID_ARGUMENT for an unknown metric, with the nearest valid name.
absl::StatusOr<Table> BuildTable(const v1::ExperimentRun& run, const TableOptions& options);

// 0 if every row is complete and none differs from a published one, 1 otherwise. Too noisy to tell
// is no failure.
int ExitCode(const Table& table);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_TABLE_H_
