// What a change shows, and the result of a table in one sentence.

#ifndef BENCHCELL_RUNNERS_REPORT_HTML_EVIDENCE_H_
#define BENCHCELL_RUNNERS_REPORT_HTML_EVIDENCE_H_

#include <optional>
#include <string>

#include "benchcell/v1/result.pb.h"
#include "runners/report/table.h"

namespace benchcell::html {

enum class Evidence {
  // The interval leaves out a ratio of 1; a count moved.
  kLower,
  kHigher,
  // Neither way is shown. A count: within the spread of its runs.
  kNotToldApart,
  // Counts that are the same in all runs.
  kSame,
  // Too few pairs for an interval.
  kNoInterval,
  kNotCompared,
  // A build has no value.
  kNoValue,
};

Evidence EvidenceOf(const Table& table, const ChangeResult& change);

// Whether the change is told apart from none also after correction for the number of rows: its q is
// at most 1 - confidence, or it has none.
bool StandsCorrection(const Table& table, const ChangeResult& change);

// The estimate that the interval belongs to: that of all machines, of the pairs or of the runs;
// otherwise the ratio of the medians.
std::optional<double> EstimateOf(const ChangeResult& change);

// `better`, `worse`, or empty where the metric has no better way or the change goes none.
std::string Judgement(const v1::Metric& metric, Evidence evidence);

// Whole sentences for people who read nothing else, as plain text: what is lower or higher and by
// how much, in how many rows, how many published changes agree, what is missing.
std::string ResultSentence(const v1::ExperimentRun& run, const Table& table);

}  // namespace benchcell::html

#endif  // BENCHCELL_RUNNERS_REPORT_HTML_EVIDENCE_H_
