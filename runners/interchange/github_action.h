// The JSON of github-action-benchmark's tools customSmallerIsBetter and customBiggerIsBetter.

#ifndef BENCHCELL_RUNNERS_INTERCHANGE_GITHUB_ACTION_H_
#define BENCHCELL_RUNNERS_INTERCHANGE_GITHUB_ACTION_H_

#include "absl/status/statusor.h"
#include "benchcell/v1/result.pb.h"
#include "runners/interchange/exported.h"

namespace benchcell {

// An entry for each cell and build with the median, `range` as the standard deviation and the
// number of runs in `extra`. One metric, as the file has one direction: the first or that of
// `choice`; a remark says which tool fits. INVALID_ARGUMENT for a metric of which neither way is
// better.
absl::StatusOr<Exported> WriteGithubAction(const v1::ExperimentRun& run,
                                           const ExportChoice& choice);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_INTERCHANGE_GITHUB_ACTION_H_
