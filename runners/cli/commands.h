// The commands. Each writes its result to `out`, everything else to `log`, and returns the exit
// code of DESIGN's table: 0 all rows measured, 1 a row failed or contradicts, 2 bad input, 3 could
// not measure, 130 interrupted.

#ifndef BENCHCELL_RUNNERS_CLI_COMMANDS_H_
#define BENCHCELL_RUNNERS_CLI_COMMANDS_H_

#include "runners/cli/command_context.h"

namespace benchcell {

int RunCommand(const CommandContext& context);  // `run` and `reproduce`
int PlanCommand(const CommandContext& context);
int ReportCommand(const CommandContext& context);
int VerifyCommand(const CommandContext& context);
int RunsCommand(const CommandContext& context);
int CompareCommand(const CommandContext& context);
int ImportCommand(const CommandContext& context);
int PluginsCommand(const CommandContext& context);
int CertsCommand(const CommandContext& context);
int CoordinatorCommand(const CommandContext& context);
int MachinesCommand(const CommandContext& context);
int StatusCommand(const CommandContext& context);
int WatchCommand(const CommandContext& context);
int CancelCommand(const CommandContext& context);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CLI_COMMANDS_H_
