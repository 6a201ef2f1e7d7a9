// What a program finds around it that isn't named by its command: the same whoever started the
// agent, and from whatever shell. Used by the warden only: it changes this process, from which the
// program inherits.

#ifndef BENCHCELL_RUNNERS_EXEC_SURROUNDINGS_H_
#define BENCHCELL_RUNNERS_EXEC_SURROUNDINGS_H_

#include <cstdint>

#include "runners/exec/process_limits.h"

namespace benchcell {

struct Surroundings {
  // What was come to: an agent that was started with a nice value, or with few descriptors, can't
  // get rid of that without privileges.
  int64_t nice = 0;
  int64_t open_files = 0;
  // macOS: kept in the background, on efficiency cores and with the disk throttled.
  bool background = false;
};

// No terminal, umask 022, nice value 0, not in the background, no core dumps, a stack of 8 MiB;
// descriptors and sizes of files by the limits. If the machine runs out of memory, the kernel ends
// this process and what it starts before others (Linux). `hold_processes`: limits.processes for
// this user namespace (Linux).
Surroundings Settle(const ProcessLimits& limits, bool hold_processes);

// Whether HoldMemory bounds anything: macOS takes the limit, but doesn't count mapped memory.
#ifdef __APPLE__
inline constexpr bool kHoldsMemory = false;
#else
inline constexpr bool kHoldsMemory = true;
#endif

// In the new child, since it must not hold the warden: bounds its writable private memory
// (RLIMIT_DATA). A system call only, for use after vfork.
void HoldMemory(int64_t bytes);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_SURROUNDINGS_H_
