// Prints a stored run in the format that the command line asks for.

#ifndef BENCHCELL_RUNNERS_CLI_PRINT_RUN_H_
#define BENCHCELL_RUNNERS_CLI_PRINT_RUN_H_

#include "absl/status/statusor.h"
#include "benchcell/v1/result.pb.h"
#include "runners/cli/commands.h"

namespace benchcell {

// To the context's output in --format, and to the folder of --out in that and every format of
// benchcell's own. Held against the
// published figures if the run has any. The exit code: 3 if a run could not be measured for want of
// infrastructure, otherwise what the table says.
absl::StatusOr<int> PrintRun(const CommandContext& context, const v1::ExperimentRun& run);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CLI_PRINT_RUN_H_
