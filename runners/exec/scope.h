// Ends what a run left behind, from outside of it.

#ifndef BENCHCELL_RUNNERS_EXEC_SCOPE_H_
#define BENCHCELL_RUNNERS_EXEC_SCOPE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"

namespace benchcell {

// INVALID_ARGUMENT unless the token has at least 8 characters, all hexadecimal digits: a short or
// empty one could match processes of others.
absl::Status CheckScope(const std::string& token);

// Ends all processes of the run with this token (ProcessSpec::scope), its warden too, and returns
// when they are gone; OK if there were none. For an agent that starts anew: whatever killed its
// predecessor may have killed the warden as well.
// INVALID_ARGUMENT for a malformed token; DEADLINE_EXCEEDED, naming a process, if some still live
// after `limit`.
absl::Status KillScope(const std::string& token, absl::Duration limit = absl::Seconds(30));

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_SCOPE_H_
