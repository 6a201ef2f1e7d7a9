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

// Title, heading, table, notes on rows, captions, why counts changed. Ends with a line break. For
// the columns see columns.h.
std::string RenderMarkdown(const v1::ExperimentRun& run, const Table& table,
                           const MarkdownOptions& options);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_MARKDOWN_H_
