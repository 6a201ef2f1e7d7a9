// The section of the page with every run.

#ifndef BENCHCELL_RUNNERS_REPORT_HTML_RUN_SECTION_H_
#define BENCHCELL_RUNNERS_REPORT_HTML_RUN_SECTION_H_

#include <cstddef>
#include <string>

#include "benchcell/v1/result.pb.h"
#include "runners/report/table.h"

namespace benchcell::html {

// For each cell (and benchmark): its name, what each build came to, the runs as a picture and, in a
// <details>, as a table.
std::string RunSection(const v1::ExperimentRun& run, const Table& table);

// Id of the part that shows a row's runs.
std::string RunsId(const Table& table, const TableRow& row);

}  // namespace benchcell::html

#endif  // BENCHCELL_RUNNERS_REPORT_HTML_RUN_SECTION_H_
