// A stored run as one page to look at.

#ifndef BENCHCELL_RUNNERS_REPORT_HTML_PAGE_H_
#define BENCHCELL_RUNNERS_REPORT_HTML_PAGE_H_

#include <string>

#include "benchcell/v1/result.pb.h"
#include "runners/report/table.h"

namespace benchcell {

// An HTML document that needs nothing beside itself: the result in a sentence, the changes as a
// forest plot, the table of the Markdown report, every run of every cell, how to read it, and where
// it comes from. It works without its script, which only lets a reader go from run to run. The same
// run and table give the same bytes.
std::string RenderHtml(const v1::ExperimentRun& run, const Table& table);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_HTML_PAGE_H_
