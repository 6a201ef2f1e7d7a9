// An advisory lock on a file that the system takes back when the process ends, however it ends.

#ifndef BENCHCELL_RUNNERS_AGENT_MACHINE_LOCK_H_
#define BENCHCELL_RUNNERS_AGENT_MACHINE_LOCK_H_

#include <filesystem>
#include <memory>

#include "absl/status/statusor.h"

namespace benchcell {

class MachineLock {
 public:
  // Makes the file if it isn't there; it then holds the process id. UNAVAILABLE, naming the
  // process, if another one has the lock.
  static absl::StatusOr<std::unique_ptr<MachineLock>> Take(const std::filesystem::path& path);

  ~MachineLock();
  MachineLock(const MachineLock&) = delete;
  MachineLock& operator=(const MachineLock&) = delete;

 private:
  explicit MachineLock(int fd) : fd_(fd) {}
  const int fd_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_AGENT_MACHINE_LOCK_H_
