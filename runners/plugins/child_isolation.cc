#include "runners/plugins/child_isolation.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#ifdef __linux__
#include <linux/close_range.h>
#include <sys/syscall.h>
#endif

namespace benchcell {
namespace {

constexpr int kFirst = 3;

// The launcher's own pipe has to stay open until
// exec, so descriptors are marked, not closed.
void CloseOthersOnExec() {
#ifdef __linux__
  // Since Linux 5.11.
  if (syscall(SYS_close_range, kFirst, ~0U, CLOSE_RANGE_CLOEXEC) == 0) return;
#endif
  const int limit = static_cast<int>(std::min<long>(sysconf(_SC_OPEN_MAX), 1 << 16));
  for (int descriptor = kFirst; descriptor < limit; ++descriptor) {
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  }
}

}  // namespace

int IsolateChild() {
  if (setpgid(0, 0) != 0) return errno;
  CloseOthersOnExec();
  // A handler doesn't survive exec, an ignored or blocked signal does.
  signal(SIGPIPE, SIG_DFL);
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  return 0;
}

}  // namespace benchcell
