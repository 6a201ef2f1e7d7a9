// A stored run and its table for programs.

#ifndef BENCHCELL_RUNNERS_REPORT_JSON_H_
#define BENCHCELL_RUNNERS_REPORT_JSON_H_

#include <string>

#include "absl/status/statusor.h"
#include "benchcell/v1/result.pb.h"
#include "runners/report/table.h"

namespace benchcell {

// One JSON object with `format` (`benchcell.report.v1`), `table` (the computed numbers; names as in
// table.h, in lowerCamelCase; ratios, not per cents; null where there is none) and `run` (the
// ExperimentRun in protobuf's JSON mapping, raw samples included). The same run and table give the
// same bytes; keys of maps are sorted. Ends with a line break. INTERNAL if protobuf can't write the
// run.
absl::StatusOr<std::string> RenderJson(const v1::ExperimentRun& run, const Table& table);

// The object under `table` alone, without a line break.
std::string RenderTableJson(const v1::ExperimentRun& run, const Table& table);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_JSON_H_
