// The times of a lab, short enough that a test sees what happens when they are over.

#ifndef BENCHCELL_TESTS_CHAOS_SHORT_TIMES_H_
#define BENCHCELL_TESTS_CHAOS_SHORT_TIMES_H_

#include "absl/time/time.h"

namespace benchcell::chaos {

inline constexpr absl::Duration kLease = absl::Milliseconds(1500);
inline constexpr absl::Duration kHeartbeat = absl::Milliseconds(300);
inline constexpr absl::Duration kIdle = absl::Milliseconds(50);
inline constexpr absl::Duration kTick = absl::Milliseconds(250);
// After this a machine is taken for lost, and its cells are measured anew by others.
inline constexpr absl::Duration kAbsence = absl::Seconds(3);
// Nothing gets on for so long where a script holds everything down.
inline constexpr absl::Duration kStall = absl::Seconds(4);

// What a coordinator's log says once it serves.
inline constexpr char kListening[] = "listening";

// Exit codes of a coordinator or agent that ends by itself.
inline constexpr int kExitFailed = 3;
inline constexpr int kExitNoRoom = 4;

}  // namespace benchcell::chaos

#endif  // BENCHCELL_TESTS_CHAOS_SHORT_TIMES_H_
