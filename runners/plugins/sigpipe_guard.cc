#include "runners/plugins/sigpipe_guard.h"

namespace benchcell {
namespace {

sigset_t SigpipeOnly() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGPIPE);
  return set;
}

bool SigpipePending() {
  sigset_t pending;
  sigemptyset(&pending);
  sigpending(&pending);
  return sigismember(&pending, SIGPIPE) == 1;
}

}  // namespace

SigpipeGuard::SigpipeGuard() : was_pending_(SigpipePending()) {
  const sigset_t sigpipe = SigpipeOnly();
  pthread_sigmask(SIG_BLOCK, &sigpipe, &old_mask_);
}

SigpipeGuard::~SigpipeGuard() {
  if (!was_pending_ && SigpipePending()) {
    const sigset_t sigpipe = SigpipeOnly();
    int signal_number = 0;
    sigwait(&sigpipe, &signal_number);
  }
  pthread_sigmask(SIG_SETMASK, &old_mask_, nullptr);
}

}  // namespace benchcell
