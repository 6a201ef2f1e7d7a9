// `agent --check`: what this machine still lacks to be one of a lab.

#ifndef BENCHCELL_RUNNERS_CLI_AGENT_CHECK_H_
#define BENCHCELL_RUNNERS_CLI_AGENT_CHECK_H_

#include "absl/status/statusor.h"
#include "runners/cli/command_context.h"

namespace benchcell {

// Prints the findings. The exit code: whether nothing lacks. INVALID_ARGUMENT for an unknown
// --class.
absl::StatusOr<int> CheckForAgent(const CommandContext& context);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CLI_AGENT_CHECK_H_
