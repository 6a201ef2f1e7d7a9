// Asks a program of the system, where it has no file or call that tells. Passed in, so that
// recorded answers can be read anywhere.

#ifndef BENCHCELL_RUNNERS_MACHINE_COMMAND_OUTPUT_H_
#define BENCHCELL_RUNNERS_MACHINE_COMMAND_OUTPUT_H_

#include <functional>
#include <string>

namespace benchcell {

// Standard output of a shell command, whatever its exit code; empty if it can't be started.
using CommandOutput = std::function<std::string(const std::string& command)>;

// Runs it by /bin/sh, with standard error thrown away. For fixed command lines only: there is no
// limit on time or output.
std::string RunCommand(const std::string& command);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_MACHINE_COMMAND_OUTPUT_H_
