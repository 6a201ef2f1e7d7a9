// A server in a process of its own, so that its memory and processor time can be told from those of
// whoever measures it.

#ifndef BENCHCELL_TESTS_PERF_LAB_RATE_PROCESS_H_
#define BENCHCELL_TESTS_PERF_LAB_RATE_PROCESS_H_

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace benchcell {

// Linux only: reads /proc.
class ServerProcess {
 public:
  // Starts a program (absolute path first) that writes its port and a line's end to standard output
  // and ends well when standard input does. UNAVAILABLE if it ends before that.
  static absl::StatusOr<std::unique_ptr<ServerProcess>> Start(
      const std::vector<std::string>& command);
  // Ends it, whatever it does.
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  // Closes its standard input and waits. INTERNAL unless it ended well.
  absl::Status Stop();

  // `127.0.0.1:PORT`.
  const std::string& target() const { return target_; }
  // Memory that it holds, in KB.
  absl::StatusOr<double> MemoryKb() const;
  // Processor time that it has used.
  absl::StatusOr<absl::Duration> ProcessorTime() const;

 private:
  ServerProcess(pid_t pid, int input) : pid_(pid), input_(input) {}

  // 0 once it has ended.
  pid_t pid_;
  // Write end of its standard input.
  int input_;
  std::string target_;
};

}  // namespace benchcell

#endif  // BENCHCELL_TESTS_PERF_LAB_RATE_PROCESS_H_
