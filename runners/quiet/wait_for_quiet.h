// Waits, before a block, until the machine is quiet.

#ifndef BENCHCELL_RUNNERS_QUIET_WAIT_FOR_QUIET_H_
#define BENCHCELL_RUNNERS_QUIET_WAIT_FOR_QUIET_H_

#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "benchcell/v1/machine.pb.h"
#include "runners/quiet/quiet_limits.h"
#include "runners/quiet/quietness_probe.h"

namespace benchcell {

// Sleeps. Returns early, with true, if what is waited for is no longer wanted; otherwise false. In
// the agent: [&](absl::Duration time) { return WaitForEither(stop, cancel, time); }
using Pause = std::function<bool(absl::Duration)>;

// Looks at the machine for `limits.window`; if it isn't quiet, pauses and looks again, until it is
// or `limits.longest_wait` is over. Pauses double from one second, so that there are at most some
// ten looks. A machine that is quiet at once costs one window.
//
// `quiet` of the result false: measure all the same, and keep the result with the records.
// CANCELLED if `pause` was ended early; the probe's error if it can't read: measure all the same,
// and say so.
absl::StatusOr<v1::Quietness> WaitForQuiet(QuietnessProbe& probe, const Pause& pause,
                                           const QuietLimits& limits);

// For the log and the table: `not quiet after 2m: other programs kept 0.97 processors busy (at most
// 0.10): cc1plus 0.95`, or `waited 4.5s: ...`. Empty where it was quiet without a wait.
std::string Describe(const v1::Quietness& quietness);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_QUIET_WAIT_FOR_QUIET_H_
