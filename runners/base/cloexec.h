// Pairs of descriptors that no program started meanwhile by another thread inherits. (macOS has no
// call that does both; there, a program started at the very moment may.)

#ifndef BENCHCELL_RUNNERS_BASE_CLOEXEC_H_
#define BENCHCELL_RUNNERS_BASE_CLOEXEC_H_

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace benchcell {

// Both as the system calls: 0, or -1 and errno.
inline int ClosedOnExecPipe(int (&ends)[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC);
#else
  if (pipe(ends) != 0) return -1;
  for (int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

inline int ClosedOnExecSocketPair(int (&ends)[2]) {
#ifdef __linux__
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
#else
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return -1;
  for (int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_BASE_CLOEXEC_H_
