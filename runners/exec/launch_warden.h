// Starts a warden with Boost.Process. A file of its own, since Boost's headers take long to
// compile.

#ifndef BENCHCELL_RUNNERS_EXEC_LAUNCH_WARDEN_H_
#define BENCHCELL_RUNNERS_EXEC_LAUNCH_WARDEN_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace benchcell {

struct WardenLaunch {
  // Absolute path of the warden, and its arguments without argv[0].
  std::string program;
  std::vector<std::string> arguments;
  std::vector<std::string> environment;
  // Descriptors of this process that become 0, 1, 2 ... of the warden.
  std::vector<int> files;
};

class RunningWarden {
 public:
  // Kills it if it still runs.
  virtual ~RunningWarden() = default;
  // Blocks until it has ended. How, in words: `exit code 0`, `signal 9`.
  virtual std::string Wait() = 0;
  virtual void Kill() = 0;
};

// FAILED_PRECONDITION, with the path and the system's reason, if it can't be started.
absl::StatusOr<std::unique_ptr<RunningWarden>> LaunchWarden(const WardenLaunch& launch);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_LAUNCH_WARDEN_H_
