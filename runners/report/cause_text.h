// Under the table: why each benchmark changed whose count moved.

#ifndef BENCHCELL_RUNNERS_REPORT_CAUSE_TEXT_H_
#define BENCHCELL_RUNNERS_REPORT_CAUSE_TEXT_H_

#include <string>

#include "runners/report/table.h"

namespace benchcell {

// A section in Markdown with a table for each change that has a cause, in the order of the rows:
// the frames that moved most, the others together, and a line for each kind of frames. Empty if no
// change has one.
std::string RenderCauses(const Table& table);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_CAUSE_TEXT_H_
