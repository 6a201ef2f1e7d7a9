// A flag that ends a wait at once: raised once by anyone, never lowered.

#ifndef BENCHCELL_RUNNERS_EXEC_CANCELLATION_FLAG_H_
#define BENCHCELL_RUNNERS_EXEC_CANCELLATION_FLAG_H_

#include <atomic>

namespace benchcell {

// Thread-safe.
class CancellationFlag {
 public:
  // Takes two file descriptors (a pipe: macOS has no eventfd).
  CancellationFlag();
  ~CancellationFlag();
  CancellationFlag(const CancellationFlag&) = delete;
  CancellationFlag& operator=(const CancellationFlag&) = delete;

  // Async-signal-safe, so that a handler of SIGINT may call it.
  void Cancel();

  bool IsCancelled() const { return cancelled_.load(); }

  // Readable from Cancel() on; for poll only, never to be read or closed. -1 if this process had no
  // descriptors left.
  int fd() const { return read_end_; }

 private:
  int read_end_ = -1;
  int write_end_ = -1;
  std::atomic<bool> cancelled_ = false;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_CANCELLATION_FLAG_H_
