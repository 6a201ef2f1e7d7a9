// What has to be said about a table in words.

#ifndef BENCHCELL_RUNNERS_REPORT_CAPTIONS_H_
#define BENCHCELL_RUNNERS_REPORT_CAPTIONS_H_

#include <string>
#include <vector>

#include "benchcell/v1/result.pb.h"
#include "runners/report/table.h"

namespace benchcell {

// One line above the table: the metric, and the axes that are the same in all rows.
std::string Heading(const Table& table);

// Paragraphs under the table, in Markdown: how to read it, what it could have found, what the row
// of all machines is, what was compared though it isn't alike, what a verdict means, how the
// machine differs from the published one, what differs on purpose, where it was measured. Only
// those that apply.
std::vector<std::string> Captions(const v1::ExperimentRun& run, const Table& table);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_CAPTIONS_H_
