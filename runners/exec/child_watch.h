// Waits for what can end a measured window: the end of the program, a deadline, or the loss of
// whoever asked for it. Used by the warden only: single-threaded, and it reaps orphans.

#ifndef BENCHCELL_RUNNERS_EXEC_CHILD_WATCH_H_
#define BENCHCELL_RUNNERS_EXEC_CHILD_WATCH_H_

#include <sys/types.h>

#include <cstdint>

#include "runners/exec/program_channel.h"

namespace benchcell {

enum class Wake { kChildEnded, kPeerGone, kDeadline, kChannelFull };

class ChildWatch {
 public:
  // Before the child is started. Blocks SIGCHLD, which the child must unblock before its exec.
  // `peer` is a stream socket. `reports` is emptied during every wait; it must outlive this.
  ChildWatch(int peer, ProgramChannel* reports);
  ~ChildWatch();
  ChildWatch(const ChildWatch&) = delete;
  ChildWatch& operator=(const ChildWatch&) = delete;

  // 0, or errno of what could not be had. `child` must not have been waited for.
  int Follow(pid_t child);

  // Blocks. `deadline_ns` is of CLOCK_MONOTONIC, or 0 for none. The child is left to be waited for.
  // `only_child`: waits for its end and nothing else.
  // Orphans that come to this process and end meanwhile are waited for: a program that waits for
  // the process id of its daemon to vanish must not wait forever.
  Wake Wait(int64_t deadline_ns, bool only_child);

 private:
  const int peer_;
  ProgramChannel* const reports_;
  pid_t child_ = -1;
  // Linux: pidfd of the child. macOS: the kqueue.
  int child_fd_ = -1;
#ifdef __linux__
  // signalfd for SIGCHLD.
  int orphan_fd_ = -1;
#endif
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_CHILD_WATCH_H_
