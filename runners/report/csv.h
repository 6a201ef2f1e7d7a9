// Every run and every sample of a stored run as CSV.

#ifndef BENCHCELL_RUNNERS_REPORT_CSV_H_
#define BENCHCELL_RUNNERS_REPORT_CSV_H_

#include <string>
#include <vector>

#include "benchcell/v1/result.pb.h"
#include "runners/report/table.h"

namespace benchcell {

// RFC 4180 with a header: one line for each record and sample, one with empty sample fields for a
// record without samples; superseded records too, marked as such. Columns: those of the run, the
// record, the machine and the sample (csv.cc lists them), then `axis.NAME` for every axis and
// `observed.NAME` for everything that runs observed. Numbers have all their digits, times are UTC
// (RFC 3339), raw_output is a JSON array. A field is empty where the record doesn't have it.
//
// What the table says of a sample's row stands beside it: `cause` (CauseWords, where a count moved)
// and, where several machines measured the cell, `all_machines_ratio` with `_low` and `_high`, the
// stratified estimate of the build against the baseline. Empty for samples of the baseline, of
// other metrics than the table's, and of superseded records.
std::string RenderCsv(const v1::ExperimentRun& run, const Table& table);

// One line of CSV, quoted where RFC 4180 asks for it, with its line break (CR LF).
std::string CsvLine(const std::vector<std::string>& fields);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_CSV_H_
