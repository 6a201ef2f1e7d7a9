// What has to be said of a table whose runs were measured elsewhere. Internal to the captions.

#ifndef BENCHCELL_RUNNERS_REPORT_MEASURED_ELSEWHERE_H_
#define BENCHCELL_RUNNERS_REPORT_MEASURED_ELSEWHERE_H_

#include <string>
#include <vector>

#include "benchcell/v1/result.pb.h"
#include "runners/report/table.h"

namespace benchcell {

// What values, changes and intervals are where nobody knows which runs were neighbours. The table
// has at least two builds and its metric is not exact.
std::string HowToReadUnpaired(const Table& table);

// By whom it was measured, and what isn't known; what single values stand for; what an interval
// can't know. Paragraphs in Markdown. The run has `imported`.
std::vector<std::string> MeasuredElsewhere(const v1::ExperimentRun& run, const Table& table);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_MEASURED_ELSEWHERE_H_
