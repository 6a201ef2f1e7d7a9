// `agent`: measure for a lab until interrupted; or say what the machine lacks for that.

#ifndef BENCHCELL_RUNNERS_CLI_AGENT_COMMAND_H_
#define BENCHCELL_RUNNERS_CLI_AGENT_COMMAND_H_

#include "runners/cli/command_context.h"

namespace benchcell {

// Like the others (commands.h), but on its own: it is all that a lab machine needs.
int AgentCommand(const CommandContext& context);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CLI_AGENT_COMMAND_H_
