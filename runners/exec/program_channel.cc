#include "runners/exec/program_channel.h"

#include <poll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <utility>

#include "runners/base/cloexec.h"
#include "runners/exec/clocks.h"

namespace benchcell {
namespace {

void Close(int& fd) {
  if (fd >= 0) close(std::exchange(fd, -1));
}

}  // namespace

ProgramChannel::~ProgramChannel() {
  Close(own_end_);
  Close(program_end_);
}

int ProgramChannel::Open() {
  if (file_ < 0) return 0;
  int ends[2];
  if (ClosedOnExecSocketPair(ends) != 0) return errno;
  own_end_ = ends[0];
  program_end_ = ends[1];
  return 0;
}

int ProgramChannel::HandOver(int fd) const {
  if (program_end_ < 0) return 0;
  return dup2(program_end_, fd) < 0 ? errno : 0;
}

void ProgramChannel::CloseProgramEnd() { Close(program_end_); }

void ProgramChannel::Take() {
  static char bytes[1 << 16];
  const ssize_t size = recv(own_end_, bytes, sizeof(bytes), MSG_DONTWAIT);
  if (size > 0) Write(bytes, size);
  if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return;
  // Also after an error, or the wait for more would never end.
  if (size <= 0) Close(own_end_);
}

void ProgramChannel::Finish(int grace_ms) {
  const int64_t limit_ns = ClockNs(CLOCK_MONOTONIC) + int64_t{grace_ms} * 1'000'000;
  while (own_end_ >= 0) {
    const int64_t left_ns = limit_ns - ClockNs(CLOCK_MONOTONIC);
    if (left_ns <= 0) return;
    pollfd event = {own_end_, POLLIN, 0};
    if (poll(&event, 1, left_ns / 1'000'000 + 1) > 0) Take();
  }
}

void ProgramChannel::Write(const char* bytes, long size) {
  full_ |= size > left_;
  size = static_cast<long>(std::min<int64_t>(size, left_));
  left_ -= size;
  while (size > 0 && error_ == 0) {
    const ssize_t written = write(file_, bytes, size);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      error_ = errno;
      return;
    }
    bytes += written;
    size -= written;
  }
}

}  // namespace benchcell
