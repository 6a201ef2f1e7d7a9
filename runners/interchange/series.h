// The measured values of a run, in the pieces that other tools' formats want.

#ifndef BENCHCELL_RUNNERS_INTERCHANGE_SERIES_H_
#define BENCHCELL_RUNNERS_INTERCHANGE_SERIES_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "benchcell/v1/result.pb.h"
#include "runners/interchange/exported.h"

namespace benchcell {

// What names a series: axis and level, then `benchmark`, and `machine` and `epoch` if the run has
// several.
using SeriesLevels = std::vector<std::pair<std::string, std::string>>;

// One benchmark of one cell and build, on one machine in one epoch; at least one run.
struct Series {
  SeriesLevels levels;
  std::string build;
  // Of the metric, in its unit, in the order in which they were measured; the records are theirs.
  std::vector<double> values;
  std::vector<const v1::RunRecord*> records;
};

// In the order of the cells, benchmarks, machines and builds; of the runs that are OK, not
// superseded, and have the metric. INVALID_ARGUMENT for a build that the run doesn't have.
absl::StatusOr<std::vector<Series>> SeriesOf(const v1::ExperimentRun& run, const v1::Metric& metric,
                                             const std::vector<std::string>& builds);

// The metric that `choice` names; else the first in this unit, or the first of all for an empty
// unit. INVALID_ARGUMENT if there is no such.
absl::StatusOr<v1::Metric> ChooseMetric(const v1::ExperimentRun& run, const ExportChoice& choice,
                                        const std::string& unit);

// All metrics, or the one that `choice` names. INVALID_ARGUMENT if there is no such.
absl::StatusOr<std::vector<v1::Metric>> ChooseMetrics(const v1::ExperimentRun& run,
                                                      const ExportChoice& choice);

// `pool=forks, isolate=false [5.1.0]`: what a name can't have unmarked (`,="[]`, controls, white
// space at an end) puts it into JSON's quotes, so different series have different names.
std::string SeriesName(const Series& series);

// `3 runs that failed are left out.`, or nothing if none did.
std::vector<std::string> FailuresLeftOut(const v1::ExperimentRun& run);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_INTERCHANGE_SERIES_H_
