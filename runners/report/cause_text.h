// Under the table: why each benchmark changed whose count moved.

#ifndef BENCHCELL_RUNNERS_REPORT_CAUSE_TEXT_H_
#define BENCHCELL_RUNNERS_REPORT_CAUSE_TEXT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "runners/report/grid.h"
#include "runners/report/table.h"

namespace benchcell {

// Why one count changed. All text is Markdown.
struct CauseTable {
  // `file src/a.ts, dense, 5.1.0: +38.75% (+290,000).`
  std::string heading;
  // What marks a change as one that says nothing of the code; otherwise empty.
  std::string remark;
  // The frames that moved most, the others together, and a line for each kind of frames.
  std::vector<GridColumn> columns;
  size_t rows = 0;
};

// One for each change that has a cause, in the order of the rows.
std::vector<CauseTable> CauseTables(const Table& table);

// A section in Markdown with a table for each change that has a cause, in the order of the rows.
// Empty if no change has one.
std::string RenderCauses(const Table& table);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_CAUSE_TEXT_H_
