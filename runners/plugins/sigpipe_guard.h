// Writing to a pipe that nobody reads shall give EPIPE, not end the program.

#ifndef BENCHCELL_RUNNERS_PLUGINS_SIGPIPE_GUARD_H_
#define BENCHCELL_RUNNERS_PLUGINS_SIGPIPE_GUARD_H_

#include <signal.h>

namespace benchcell {

// While it lives, SIGPIPE is blocked for this thread; one that the thread caused is discarded. The
// process-wide handler is left alone: it belongs to main.
class SigpipeGuard {
 public:
  SigpipeGuard();
  ~SigpipeGuard();
  SigpipeGuard(const SigpipeGuard&) = delete;
  SigpipeGuard& operator=(const SigpipeGuard&) = delete;

 private:
  sigset_t old_mask_;
  bool was_pending_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_PLUGINS_SIGPIPE_GUARD_H_
