// The published changes beside those of a table. Internal to the table.

#ifndef BENCHCELL_RUNNERS_REPORT_PUBLISHED_ROWS_H_
#define BENCHCELL_RUNNERS_REPORT_PUBLISHED_ROWS_H_

#include "benchcell/v1/result.pb.h"
#include "runners/report/table.h"

namespace benchcell {

// Fills the comparisons of the rows whose cell a published row names, with their verdicts. A cell
// with several benchmarks has no row that could be meant.
void AddComparisons(const v1::ExperimentRun& run, Table& table);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_PUBLISHED_ROWS_H_
