// What ProcessRunner adds to a process, by comparison with the least that the system needs.

#ifndef BENCHCELL_TESTS_PERF_OVERHEAD_H_
#define BENCHCELL_TESTS_PERF_OVERHEAD_H_

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/synchronization/notification.h"
#include "runners/exec/process_runner.h"

namespace benchcell {

// Medians over the pairs.
struct Overhead {
  // From before posix_spawn until wait4 returned, by this process's clock.
  double spawn_ms = 0;
  // usage.wall_ns of ProcessRunner for the same program.
  double run_ms = 0;
  // What a call of Run takes beside that.
  double around_ms = 0;
  // Largest peak memory that was reported.
  double peak_mib = 0;
};

// Runs `program`, an absolute path, `pairs` times each way, in turn, in a scratch folder. INTERNAL
// if it exits with anything but 0.
absl::StatusOr<Overhead> MeasureOverhead(ProcessRunner& runner, const std::string& program,
                                         const std::string& scratch, int pairs);

// Memory that is in use and threads that sleep: what makes a process expensive to fork.
class Ballast {
 public:
  Ballast(size_t bytes, int threads);
  ~Ballast();

 private:
  std::vector<char> memory_;
  absl::Notification done_;
  std::vector<std::thread> threads_;
};

}  // namespace benchcell

#endif  // BENCHCELL_TESTS_PERF_OVERHEAD_H_
