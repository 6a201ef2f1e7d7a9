// What a row is called in headings and beside pictures.

#ifndef BENCHCELL_RUNNERS_REPORT_HTML_ROW_NAME_H_
#define BENCHCELL_RUNNERS_REPORT_HTML_ROW_NAME_H_

#include <cstdint>
#include <string>

#include "runners/report/table.h"

namespace benchcell::html {

// HTML: the axes that tell rows apart with the row's levels, and its benchmark; the experiment's
// name where nothing tells rows apart.
std::string CellName(const Table& table, const TableRow& row);

// The same as one line of foreign text, short enough for the name of a picture.
std::string CellNameText(const Table& table, const TableRow& row);

// HTML: `lab-1, epoch 2`, `all machines` or `no machine`.
std::string MachineName(const TableRow& row);
std::string MachineName(const std::string& machine, uint32_t epoch);

}  // namespace benchcell::html

#endif  // BENCHCELL_RUNNERS_REPORT_HTML_ROW_NAME_H_
