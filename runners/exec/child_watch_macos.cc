#include <sys/event.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "runners/exec/child_watch.h"
#include "runners/exec/clocks.h"

namespace benchcell {

// Orphans go to launchd here, so there are none to reap and SIGCHLD is left alone.
ChildWatch::ChildWatch(int peer, ProgramChannel* reports) : peer_(peer), reports_(reports) {}

ChildWatch::~ChildWatch() {
  if (child_fd_ >= 0) close(child_fd_);
}

int ChildWatch::Follow(pid_t child) {
  child_ = child;
  child_fd_ = kqueue();
  if (child_fd_ < 0) return errno;
  struct kevent events[3];
  EV_SET(&events[0], child, EVFILT_PROC, EV_ADD, NOTE_EXIT, 0, nullptr);
  EV_SET(&events[1], peer_, EVFILT_READ, EV_ADD, 0, 0, nullptr);
  EV_SET(&events[2], reports_->fd(), EVFILT_READ, EV_ADD, 0, 0, nullptr);
  const int sockets = reports_->fd() < 0 ? 1 : 2;
  if (kevent(child_fd_, &events[1], sockets, nullptr, 0, nullptr) != 0) return errno;
  // ESRCH: it has ended before it could be watched. A zombie is seen by Wait.
  if (kevent(child_fd_, &events[0], 1, nullptr, 0, nullptr) != 0) {
    if (errno != ESRCH) return errno;
    EV_SET(&events[0], child, EVFILT_USER, EV_ADD, NOTE_TRIGGER, 0, nullptr);
    if (kevent(child_fd_, &events[0], 1, nullptr, 0, nullptr) != 0) return errno;
  }
  return 0;
}

Wake ChildWatch::Wait(int64_t deadline_ns, bool only_child) {
  if (only_child) {
    struct kevent remove;
    EV_SET(&remove, peer_, EVFILT_READ, EV_DELETE, 0, 0, nullptr);
    kevent(child_fd_, &remove, 1, nullptr, 0, nullptr);
  }
  for (;;) {
    timespec left = {};
    if (deadline_ns != 0) {
      const int64_t ns = std::max<int64_t>(0, deadline_ns - ClockNs(CLOCK_MONOTONIC));
      left = {ns / 1'000'000'000, static_cast<long>(ns % 1'000'000'000)};
    }
    struct kevent seen[3];
    const int count = kevent(child_fd_, nullptr, 0, seen, 3, deadline_ns != 0 ? &left : nullptr);
    bool peer_gone = false;
    bool reported = false;
    for (int i = 0; i < count; ++i) {
      if (seen[i].filter != EVFILT_READ) return Wake::kChildEnded;
      (static_cast<int>(seen[i].ident) == peer_ ? peer_gone : reported) = true;
    }
    if (peer_gone) return Wake::kPeerGone;
    // Its descriptor leaves the kqueue by being closed.
    if (reported) reports_->Take();
    if (reports_->full() && !only_child) return Wake::kChannelFull;
    if (deadline_ns != 0 && ClockNs(CLOCK_MONOTONIC) >= deadline_ns) return Wake::kDeadline;
  }
}

}  // namespace benchcell
