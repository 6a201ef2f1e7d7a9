// What every command works with, and the exit codes.

#ifndef BENCHCELL_RUNNERS_CLI_COMMAND_CONTEXT_H_
#define BENCHCELL_RUNNERS_CLI_COMMAND_CONTEXT_H_

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

// Prints the error and returns its exit code: 2 for what the user asked for, 3 for everything that
// stood in the way.
int Fail(const CommandContext& context, const absl::Status& status);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CLI_COMMAND_CONTEXT_H_
