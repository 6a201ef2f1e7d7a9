#include "runners/exec/surroundings.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

namespace benchcell {
namespace {

// Both the limit and what it may be raised to; or the most that is allowed. What was come to.
rlim_t Hold(int resource, rlim_t wanted) {
  rlimit limit = {wanted, wanted};
  if (setrlimit(resource, &limit) == 0) return wanted;
  getrlimit(resource, &limit);
  limit.rlim_cur = limit.rlim_max = std::min(limit.rlim_max, wanted);
  if (setrlimit(resource, &limit) == 0) return limit.rlim_cur;
  // macOS: beyond what its kernel gives to any process, whatever the limit says.
  getrlimit(resource, &limit);
  return limit.rlim_cur;
}

#ifdef __linux__
// Raised only: less is a privilege, and an agent's own may be higher already.
void EndFirstWithoutMemory() {
  constexpr int kAdjustment = 500;
  const int fd = open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  char text[16] = {};
  if (read(fd, text, sizeof(text) - 1) > 0 && std::atoi(text) < kAdjustment) {
    // A program whose place can't be changed is run all the same.
    if (pwrite(fd, "500", 3, 0) < 0) errno = 0;
  }
  close(fd);
}
#endif

// Without a session of its own; see OwnProcessGroup (launch_initializers.h).
void LeaveTerminal() {
  const int terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0) return;
  ioctl(terminal, TIOCNOTTY);
  close(terminal);
}

}  // namespace

Surroundings Settle(const ProcessLimits& limits, bool hold_processes) {
  Surroundings surroundings;
  LeaveTerminal();
  umask(022);
  setpriority(PRIO_PROCESS, 0, 0);
  surroundings.nice = getpriority(PRIO_PROCESS, 0);
#ifdef __APPLE__
  // What launchd or `taskpolicy -b` gave to the agent; the latter can't be got rid of from inside.
  setpriority(PRIO_DARWIN_PROCESS, 0, 0);
  surroundings.background = getpriority(PRIO_DARWIN_PROCESS, 0) != 0;
#endif
  Hold(RLIMIT_CORE, 0);
  Hold(RLIMIT_FSIZE, limits.file_bytes);
  surroundings.open_files = static_cast<int64_t>(Hold(RLIMIT_NOFILE, limits.open_files));
  // Only what it starts with: `unlimited` would give another layout of memory.
  rlimit stack;
  getrlimit(RLIMIT_STACK, &stack);
  stack.rlim_cur = std::min<rlim_t>(stack.rlim_max, rlim_t{8} << 20);
  setrlimit(RLIMIT_STACK, &stack);
#ifdef __linux__
  EndFirstWithoutMemory();
  // This process is one of those that are counted.
  if (hold_processes) Hold(RLIMIT_NPROC, limits.processes + 1);
#endif
  return surroundings;
}

void HoldMemory(int64_t bytes) {
  const rlimit limit = {static_cast<rlim_t>(bytes), static_cast<rlim_t>(bytes)};
  setrlimit(RLIMIT_DATA, &limit);
}

}  // namespace benchcell
