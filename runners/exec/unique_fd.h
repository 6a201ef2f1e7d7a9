// Owns a file descriptor.

#ifndef BENCHCELL_RUNNERS_EXEC_UNIQUE_FD_H_
#define BENCHCELL_RUNNERS_EXEC_UNIQUE_FD_H_

#include <unistd.h>

#include <utility>

namespace benchcell {

class UniqueFd {
 public:
  explicit UniqueFd(int fd = -1) : fd_(fd) {}
  ~UniqueFd() { Reset(); }
  UniqueFd(UniqueFd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  UniqueFd& operator=(UniqueFd&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }

  int get() const { return fd_; }
  bool valid() const { return fd_ >= 0; }

  void Reset() {
    if (fd_ >= 0) close(std::exchange(fd_, -1));
  }

 private:
  int fd_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_UNIQUE_FD_H_
