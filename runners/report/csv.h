// Every run and every sample of a stored run as CSV.

#ifndef BENCHCELL_RUNNERS_REPORT_CSV_H_
#define BENCHCELL_RUNNERS_REPORT_CSV_H_

#include <string>
#include <vector>

#include "benchcell/v1/result.pb.h"

namespace benchcell {

// RFC 4180 with a header: one line for each record and sample, one with empty sample fields for a
// record without samples; superseded records too, marked as such. Columns: those of the run, the
// record, the machine and the sample (csv.cc lists them), then `axis.NAME` for every axis and
// `observed.NAME` for everything that runs observed. Numbers have all their digits, times are UTC
// (RFC 3339), raw_output is a JSON array. A field is empty where the record doesn't have it.
std::string RenderCsv(const v1::ExperimentRun& run);

// One line of CSV, quoted where RFC 4180 asks for it, with its line break (CR LF).
std::string CsvLine(const std::vector<std::string>& fields);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_CSV_H_
