// The table as Markdown that also reads well in a terminal.

#ifndef BENCHCELL_RUNNERS_REPORT_MARKDOWN_H_
#define BENCHCELL_RUNNERS_REPORT_MARKDOWN_H_

#include <string>

#include "benchcell/v1/result.pb.h"
#include "runners/report/table.h"

namespace benchcell {

struct MarkdownOptions {
  // Also columns for p, q and the smallest detectable change.
  bool statistics = false;
};

// Title, heading, table, notes on rows, captions. Ends with a line break. Columns are the axes that
// tell rows apart, the median of each build, and for each later build Δ, Δ per round (if there are
// several) and the interval, then n; the published change and the verdict if any row has them.
std::string RenderMarkdown(const v1::ExperimentRun& run, const Table& table,
                           const MarkdownOptions& options);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_MARKDOWN_H_
