// The runs of a series as dots, with the medians of the builds.

#ifndef BENCHCELL_RUNNERS_REPORT_HTML_RUN_CHART_H_
#define BENCHCELL_RUNNERS_REPORT_HTML_RUN_CHART_H_

#include <string>

#include "runners/report/html/run_layout.h"
#include "runners/report/html/scale.h"
#include "runners/report/table.h"

namespace benchcell::html {

// Axis and picture. `id` is unique in the page; `name` (foreign text) says whose runs they are.
// `scale` is null where no run has a value.
std::string DrawRuns(const RunLayout& layout, const Table& table, const ValueScale* scale,
                     const std::string& id, const std::string& name);

// A build's dot as it is drawn, for keys: it stands for the next word.
std::string DrawSwatch(size_t build);

}  // namespace benchcell::html

#endif  // BENCHCELL_RUNNERS_REPORT_HTML_RUN_CHART_H_
