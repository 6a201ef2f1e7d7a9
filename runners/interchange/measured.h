// What a file of another tool says, before it becomes a run.

#ifndef BENCHCELL_RUNNERS_INTERCHANGE_MEASURED_H_
#define BENCHCELL_RUNNERS_INTERCHANGE_MEASURED_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "benchcell/v1/metric.pb.h"
#include "benchcell/v1/result.pb.h"

namespace benchcell {

// RunRecord.observed of a value that sums up others: `median of 1523 iterations`.
inline constexpr char kSummaryOf[] = "summary";

// Names that hostile files may have in any number, and values that each become a record.
inline constexpr size_t kMostResults = 100'000;
inline constexpr size_t kMostMeasuredRuns = 200'000;

// One benchmark, or one command at one set of parameters.
struct MeasuredResult {
  // JSON pointer, for errors.
  std::string place;
  // What tells it apart. Empty levels are left out.
  std::vector<v1::Level> levels;
  // What was measured where the file itself holds several things to compare; otherwise empty, and
  // the file is one build.
  std::string build;
  // In the file's order, with samples, status, exit and observations; all else unset.
  std::vector<v1::RunRecord> runs;
  // What sums up the runs. Stands for them where some result of the import has nothing else.
  std::optional<v1::RunRecord> summary;
};

struct MeasuredFile {
  // Import.format: `hyperfine`, `vitest-bench`, `google-benchmark`.
  std::string format;
  // With its version, if the file says it.
  std::string tool;
  std::vector<v1::Metric> metrics;
  // In the file's order.
  std::vector<MeasuredResult> results;
  // What is in the file and can't be kept, and what isn't and should be: whole sentences.
  std::vector<std::string> remarks;
};

// The message parts that readers make.
inline v1::Level MakeLevel(const std::string& axis, const std::string& level) {
  v1::Level made;
  made.set_axis(axis);
  made.set_level(level);
  return made;
}

inline v1::Metric MakeMetric(const std::string& name, const std::string& unit,
                             v1::Direction direction, const std::string& description) {
  v1::Metric metric;
  metric.set_name(name);
  metric.set_unit(unit);
  metric.set_direction(direction);
  metric.set_scope(v1::RUN);
  metric.set_description(description);
  return metric;
}

inline void AddSample(const std::string& metric, double value, v1::RunRecord& record) {
  v1::Sample& sample = *record.add_sample();
  sample.set_metric(metric);
  sample.set_value(value);
}

inline v1::RunRecord MeasuredRun(const std::string& metric, double value) {
  v1::RunRecord record;
  record.set_status(v1::OK);
  AddSample(metric, value, record);
  return record;
}

inline v1::RunRecord FailedRun(const std::string& message) {
  v1::RunRecord record;
  record.set_status(v1::GENUINE_FAILURE);
  record.set_message(message);
  return record;
}

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_INTERCHANGE_MEASURED_H_
