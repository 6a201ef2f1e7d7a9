// A child program that answers each line on its standard input with one line on its standard
// output.

#ifndef BENCHCELL_RUNNERS_PLUGINS_LINE_CHILD_H_
#define BENCHCELL_RUNNERS_PLUGINS_LINE_CHILD_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace benchcell {

struct LineChildOptions {
  // The program's path first, then its arguments.
  std::vector<std::string> command;
  // `NAME=VALUE`; nothing else is in the child's environment, so that its answers can't depend on
  // whose shell started it.
  std::vector<std::string> environment = {"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8"};
  // How long an answer may take, above zero.
  absl::Duration timeout = absl::Seconds(60);
  // An answer of more bytes is not read to its end.
  uint64_t max_line_bytes = uint64_t{64} << 20;
  // How much of the end of the child's standard error is kept.
  uint64_t max_last_words_bytes = 4096;
};

// Not thread-safe. After an error the child is of no more use.
class LineChild {
 public:
  // Starts the program in a process group of its own, with no descriptors but its standard streams.
  // NOT_FOUND if it can't be started because there is no such program; UNAVAILABLE otherwise.
  static absl::StatusOr<std::unique_ptr<LineChild>> Start(const LineChildOptions& options);

  // Kills the child and all of its process group.
  virtual ~LineChild() = default;

  // Sends `line` (without a line break) and returns the answer (without its line break). Errors are
  // the ones that plugin_client.h lists and say what the child did, not who it is.
  virtual absl::StatusOr<std::string> Exchange(const std::string& line) = 0;

  // Closes the child's input and waits for its end: how it ended, in words, or empty for exit code
  // 0. DEADLINE_EXCEEDED if it goes on for longer than an answer may take.
  virtual absl::StatusOr<std::string> End() = 0;

  // The end of what the child wrote to its standard error, in valid UTF-8. To be asked after an
  // error; empty if it wrote nothing.
  virtual std::string LastWords() = 0;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_PLUGINS_LINE_CHILD_H_
