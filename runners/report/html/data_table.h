// Tables of the page that the Markdown report has too.

#ifndef BENCHCELL_RUNNERS_REPORT_HTML_DATA_TABLE_H_
#define BENCHCELL_RUNNERS_REPORT_HTML_DATA_TABLE_H_

#include <string>

#include "runners/report/table.h"

namespace benchcell::html {

// The table itself, with the text of the Markdown report in every cell, and the notes on its rows.
std::string DataTable(const Table& table);

// Why counts changed: a section, empty if no change has a cause.
std::string CauseSection(const Table& table);

}  // namespace benchcell::html

#endif  // BENCHCELL_RUNNERS_REPORT_HTML_DATA_TABLE_H_
