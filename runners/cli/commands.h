// The commands. Each writes its result to `out`, everything else to `log`, and returns the exit
// code of DESIGN's table: 0 all rows measured, 1 a row failed or contradicts, 2 bad input, 3 could
// not measure, 130 interrupted.

#ifndef BENCHCELL_RUNNERS_CLI_COMMANDS_H_
#define BENCHCELL_RUNNERS_CLI_COMMANDS_H_

#include <ostream>

#include "absl/status/status.h"
#include "runners/cli/options.h"
#include "runners/exec/cancellation_flag.h"

namespace benchcell {

inline constexpr int kExitOk = 0;
inline constexpr int kExitRowFailed = 1;
inline constexpr int kExitBadInput = 2;
inline constexpr int kExitNotMeasured = 3;
inline constexpr int kExitInterrupted = 130;

// What a command works with; all outlive it.
struct CommandContext {
  const Options& options;
  const Places& places;
  std::ostream& out;
  std::ostream& log;
  // Raised by SIGINT and SIGTERM.
  const CancellationFlag& interrupted;
};

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
int AgentCommand(const CommandContext& context);
int MachinesCommand(const CommandContext& context);
int StatusCommand(const CommandContext& context);
int WatchCommand(const CommandContext& context);
int CancelCommand(const CommandContext& context);

// Prints the error and returns its exit code: 2 for what the user asked for, 3 for everything that
// stood in the way.
int Fail(const CommandContext& context, const absl::Status& status);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CLI_COMMANDS_H_
