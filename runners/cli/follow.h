// Shows how a run gets on.

#ifndef BENCHCELL_RUNNERS_CLI_FOLLOW_H_
#define BENCHCELL_RUNNERS_CLI_FOLLOW_H_

#include <string>

#include "absl/status/status.h"
#include "runners/cli/commands.h"
#include "runners/cli/lab_client.h"
#include "runners/exec/cancellation_flag.h"

namespace benchcell {

// Prints progress to the log until the run is no longer active, the user interrupts it, or
// `agent_ended` (may be null) is raised. OK in all three cases. A coordinator that can't be reached
// for a while, or is restarted, is waited for.
absl::Status Follow(const CommandContext& context, const std::string& run_id,
                    const CancellationFlag* agent_ended, LabClient& client);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CLI_FOLLOW_H_
