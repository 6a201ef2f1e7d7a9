// Waits that a flag can end.

#ifndef BENCHCELL_RUNNERS_AGENT_WAITING_H_
#define BENCHCELL_RUNNERS_AGENT_WAITING_H_

#include "absl/time/time.h"
#include "runners/exec/cancellation_flag.h"

namespace benchcell {

// Returns once a flag is raised, or after the timeout. True if one is raised.
bool WaitFor(const CancellationFlag& flag, absl::Duration timeout);
bool WaitForEither(const CancellationFlag& one, const CancellationFlag& other,
                   absl::Duration timeout);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_AGENT_WAITING_H_
