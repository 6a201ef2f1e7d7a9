// One row of the table, from the records that belong to it. Internal to the table.

#ifndef BENCHCELL_RUNNERS_REPORT_ROW_H_
#define BENCHCELL_RUNNERS_REPORT_ROW_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "benchcell/v1/result.pb.h"
#include "runners/report/table.h"

namespace benchcell {

// What all rows share.
struct RowContext {
  const v1::ExperimentRun& run;
  const v1::Metric& metric;
  const TableOptions& options;
  // DetectableShift by number of pairs, as far as it was asked for: it is the same for all rows.
  std::map<int64_t, std::optional<double>>& shifts;
};

// What makes a row. The records are of the row's cell, machine and epoch, none superseded; those of
// no machine, if the row has any, come last.
struct RowSource {
  const v1::Cell* cell = nullptr;
  std::string benchmark;
  std::vector<const v1::RunRecord*> records;
  // Runs of each build that have no record at all, and count as planned in this row.
  std::vector<int64_t> missing;
};

// Everything but q values and the comparison with published rows.
TableRow MakeRow(const RowContext& context, const RowSource& source);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_ROW_H_
