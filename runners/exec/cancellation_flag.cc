#include "runners/exec/cancellation_flag.h"

#include <unistd.h>

#include <cerrno>

#include "runners/base/cloexec.h"

namespace benchcell {

CancellationFlag::CancellationFlag() {
  int ends[2];
  if (ClosedOnExecPipe(ends) != 0) return;
  read_end_ = ends[0];
  write_end_ = ends[1];
}

CancellationFlag::~CancellationFlag() {
  if (read_end_ < 0) return;
  close(read_end_);
  close(write_end_);
}

void CancellationFlag::Cancel() {
  if (cancelled_.exchange(true)) return;
  // A handler must not change errno under the code that it interrupts.
  const int saved = errno;
  while (write(write_end_, "", 1) < 0 && errno == EINTR) {
  }
  errno = saved;
}

}  // namespace benchcell
