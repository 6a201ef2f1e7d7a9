// An advisory lock on a file that the system takes back when the process ends, however it ends.

#ifndef BENCHCELL_RUNNERS_AGENT_MACHINE_LOCK_H_
#define BENCHCELL_RUNNERS_AGENT_MACHINE_LOCK_H_

#include <filesystem>
#include <memory>

#include "absl/status/statusor.h"

namespace benchcell {

class MachineLock {
 public:
  // Where all agents of a machine meet, also those whose service gives them a /tmp of their own:
  // /run/lock where there is such a folder. Else, and where $TMPDIR says so, among the temporary
  // files.
  static std::filesystem::path PathForMachine();

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
