// The columns of the table in Markdown.

#ifndef BENCHCELL_RUNNERS_REPORT_COLUMNS_H_
#define BENCHCELL_RUNNERS_REPORT_COLUMNS_H_

#include <string>
#include <vector>

#include "runners/report/grid.h"
#include "runners/report/table.h"

namespace benchcell {

// The names of the rows, the median of each build, then for each later build what changed, then n,
// then the published changes and verdicts if there are any.
//
// What changed is Δ, Δ per round (if there are several) and the interval, with `statistics` also p,
// q and, of pairs, the smallest detectable change; of an exact metric Δ and its cause (if any is
// known), with one column of the spreads for all builds. `marks` stand behind n, one for each row.
std::vector<GridColumn> MakeColumns(const Table& table, bool statistics,
                                    const std::vector<std::string>& marks);

// How counts changed: `−38.75%`, `=`, `+5` where there is no ratio, with `(within the spread)`.
std::string ShowExactChange(const ChangeResult& change);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_COLUMNS_H_
