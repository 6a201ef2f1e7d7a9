#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "runners/exec/child_watch.h"
#include "runners/exec/clocks.h"

namespace benchcell {
namespace {

// Rounded up, so that a wait never ends before its deadline; -1 for none.
int PollTimeout(int64_t deadline_ns) {
  if (deadline_ns == 0) return -1;
  const int64_t left_ns = deadline_ns - ClockNs(CLOCK_MONOTONIC);
  constexpr int64_t kLongestMs = 1'000'000'000;
  return std::clamp<int64_t>((left_ns + 999'999) / 1'000'000, 0, kLongestMs);
}

void ReapOrphans(int orphan_fd, pid_t child) {
  signalfd_siginfo ignored;
  while (read(orphan_fd, &ignored, sizeof(ignored)) > 0) {
  }
  for (;;) {
    siginfo_t ended = {};
    if (waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) != 0) return;
    // None, or the child, which hides what ended after it: that is waited for at the end.
    if (ended.si_pid == 0 || ended.si_pid == child) return;
    waitpid(ended.si_pid, nullptr, 0);
  }
}

}  // namespace

ChildWatch::ChildWatch(int peer, ProgramChannel* reports) : peer_(peer), reports_(reports) {
  sigset_t child_signal;
  sigemptyset(&child_signal);
  sigaddset(&child_signal, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child_signal, nullptr);
  orphan_fd_ = signalfd(-1, &child_signal, SFD_CLOEXEC | SFD_NONBLOCK);
}

ChildWatch::~ChildWatch() {
  if (child_fd_ >= 0) close(child_fd_);
  if (orphan_fd_ >= 0) close(orphan_fd_);
}

int ChildWatch::Follow(pid_t child) {
  if (orphan_fd_ < 0) return EMFILE;
  child_ = child;
  child_fd_ = syscall(SYS_pidfd_open, child, 0);
  return child_fd_ < 0 ? errno : 0;
}

Wake ChildWatch::Wait(int64_t deadline_ns, bool only_child) {
  pollfd events[] = {{child_fd_, POLLIN, 0},
                     {orphan_fd_, POLLIN, 0},
                     {only_child ? -1 : peer_, POLLIN, 0},
                     {-1, POLLIN, 0}};
  for (;;) {
    events[3].fd = reports_->fd();
    const int ready = poll(events, 4, PollTimeout(deadline_ns));
    if (ready < 0) continue;  // EINTR: the warden was stopped and goes on.
    if (events[0].revents != 0) return Wake::kChildEnded;
    if (events[2].revents != 0) return Wake::kPeerGone;
    if (events[1].revents != 0) ReapOrphans(orphan_fd_, child_);
    if (events[3].revents != 0) reports_->Take();
    if (reports_->full() && !only_child) return Wake::kChannelFull;
    if (deadline_ns != 0 && ClockNs(CLOCK_MONOTONIC) >= deadline_ns) return Wake::kDeadline;
  }
}

}  // namespace benchcell
