// A stored run as the CSV that node's own benchmark/compare.js writes and benchmark/compare.R
// reads.

#ifndef BENCHCELL_RUNNERS_REPORT_NODE_CSV_H_
#define BENCHCELL_RUNNERS_REPORT_NODE_CSV_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "benchcell/v1/result.pb.h"

namespace benchcell {

// One line for each run that measured, in the order of the table, pair by pair; lines end in LF.
// Numbers and configurations are what the benchmarks sent, byte for byte: nothing is formatted
// anew. `builds` are at most two builds of the run, the baseline first; they are written `old` and
// `new`, the only names that compare.R knows. None: all builds of the run.
//
// INVALID_ARGUMENT for more than two builds or an unknown one, and for runs of a plugin other than
// node_core, which observe no such numbers.
absl::StatusOr<std::string> RenderNodeCsv(const v1::ExperimentRun& run,
                                          const std::vector<std::string>& builds = {});

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_NODE_CSV_H_
