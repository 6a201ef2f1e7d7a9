// Starts a program, waits for it and measures it. When Run returns, everything that the program
// started is gone.
//
// A program finds the same around it whoever runs the agent: a group of its own without a terminal,
// no descriptors but the three and its channel, signals at their defaults, umask 022, nice value 0,
// no core dumps, a stack of 8 MiB. This keeps measurements apart from their surroundings; it is no
// sandbox for malice: a program runs as the agent's user and may do to its files what that may.
//
//   ProcessSpec spec;
//   spec.argv = {"/opt/node/bin/node", "bench.js"};
//   spec.environment = {"HOME=/tmp/x"};
//   ...
//   absl::StatusOr<ProcessResult> result = runner->Run(spec, cancel);

#ifndef BENCHCELL_RUNNERS_EXEC_PROCESS_RUNNER_H_
#define BENCHCELL_RUNNERS_EXEC_PROCESS_RUNNER_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "benchcell/v1/result.pb.h"
#include "runners/exec/cancellation_flag.h"
#include "runners/exec/process_limits.h"

namespace benchcell {

struct ProcessSpec {
  // The program first, as an absolute path; it is its own argv[0].
  std::vector<std::string> argv;
  // `NAME=VALUE`. The program gets exactly these and BENCHCELL_SCOPE.
  std::vector<std::string> environment;
  // Absolute.
  std::string working_directory;
  // Created, or emptied if they exist. Both may name the same file.
  std::string stdout_file;
  std::string stderr_file;
  // For a program that reports over a descriptor that it inherits; both empty for none. All that is
  // written to the descriptor goes into the file, which is treated as the two above; the variable
  // (`NODE_CHANNEL_FD`) tells the program the descriptor's number. It is a stream socket, and open
  // for reading too, but nothing is ever sent.
  std::string channel_file;
  std::string channel_variable;
  // Above 0; InfiniteDuration() for none.
  absl::Duration timeout;
  // Beyond one of them the run is ended, and ProcessResult.exit says which; or the program is
  // refused what it asks for.
  ProcessLimits limits;
  // Whether it gets the machine's network; else one with nothing but loopback, where the system can
  // make one.
  bool network = false;
  // At least 8 hexadecimal digits that no other run has. All processes of the run find it in their
  // environment as BENCHCELL_SCOPE; KillScope (scope.h) ends them by it. Store it durably before
  // Run: after a kill -9 of this process and its warden, nothing else leads to what they left.
  std::string scope;
};

struct ProcessResult {
  // Wall clock, just before the start.
  absl::Time start;
  v1::Exit exit;
  v1::Usage usage;
  v1::Isolation isolation;
};

class ProcessRunner {
 public:
  virtual ~ProcessRunner() = default;

  // Blocks until the program has ended. How it ended is the result, whether exit code, signal or
  // timeout (which kills the whole tree). Errors:
  //   INVALID_ARGUMENT  the spec breaks a rule above;
  //   ABORTED           the system refuses to start the program, for what it is: see no_start.h;
  //   NOT_FOUND, PERMISSION_DENIED, RESOURCE_EXHAUSTED ...  the program could not be started for
  //                     another reason or a file not be opened: named, with the system's reason;
  //   CANCELLED         `cancel` was raised; the tree is gone;
  //   FAILED_PRECONDITION  it must have a network of its own, which this machine can't make;
  //   INTERNAL          what watches over the program failed or was killed; the tree is gone.
  // Thread-safe; several threads may run processes at once.
  virtual absl::StatusOr<ProcessResult> Run(const ProcessSpec& spec,
                                            const CancellationFlag& cancel) = 0;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_PROCESS_RUNNER_H_
