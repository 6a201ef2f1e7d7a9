// The row of all machines that measured a cell, from the rows of each. Internal to the table.

#ifndef BENCHCELL_RUNNERS_REPORT_ALL_MACHINES_H_
#define BENCHCELL_RUNNERS_REPORT_ALL_MACHINES_H_

#include <vector>

#include "runners/report/table.h"

namespace benchcell {

// `rows` are of one cell and benchmark, at least one, each of another machine or epoch. Each gives
// its own estimate (StratumOfPairs) of a change, or none: too few pairs, no scatter, not compared.
// No sample of two machines is ever looked at together. `confidence` is the table's.
TableRow CombineMachines(const std::vector<TableRow>& rows, double confidence);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_ALL_MACHINES_H_
