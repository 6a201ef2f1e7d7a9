// Ends everything below this process. Used by the warden only.

#ifndef BENCHCELL_RUNNERS_EXEC_DESCENDANTS_H_
#define BENCHCELL_RUNNERS_EXEC_DESCENDANTS_H_

#include <sys/types.h>

#include <cstdint>

namespace benchcell {

// Makes this process the parent of every descendant whose own parent ends. Linux only.
void AdoptOrphans();

// In a new child before its exec: have it killed when `warden` ends (Linux only). False if the
// warden has ended already.
bool DieWithWarden(pid_t warden);

// Kills and waits for all descendants, however often they forked, whatever session they are in.
// Returns when none is left. macOS: orphans as far as ScopeMembers finds them.
void EndDescendants();

struct TreeSize {
  // Processes count by their threads.
  int64_t threads = 0;
  // Of all together; pages that they share count for each.
  int64_t resident_bytes = 0;
};

// Of all descendants (macOS: without orphans). Looks at every process of the machine, some
// microseconds for each.
TreeSize SizeOfDescendants();

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_DESCENDANTS_H_
