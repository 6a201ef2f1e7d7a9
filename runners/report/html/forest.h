// The changes of a table as a picture: each with its interval, beside no change and beside what was
// published.

#ifndef BENCHCELL_RUNNERS_REPORT_HTML_FOREST_H_
#define BENCHCELL_RUNNERS_REPORT_HTML_FOREST_H_

#include <string>

#include "runners/report/table.h"

namespace benchcell::html {

// One list for each later build, all on the same axis. Empty for a table of one build.
std::string DrawForest(const Table& table);

}  // namespace benchcell::html

#endif  // BENCHCELL_RUNNERS_REPORT_HTML_FOREST_H_
