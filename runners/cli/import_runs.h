// Files of other tools as runs, for the commands that take them.

#ifndef BENCHCELL_RUNNERS_CLI_IMPORT_RUNS_H_
#define BENCHCELL_RUNNERS_CLI_IMPORT_RUNS_H_

#include "absl/status/statusor.h"
#include "runners/cli/commands.h"
#include "runners/interchange/import.h"

namespace benchcell {

// The run that the operands, --build and --format make. Its remarks are written to the log.
absl::StatusOr<v1::ExperimentRun> ImportRun(const CommandContext& context);

// `compare`: the table of such a run, which is not stored.
int PrintComparison(const CommandContext& context);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CLI_IMPORT_RUNS_H_
