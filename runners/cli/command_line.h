// From the words of a command line to Options.

#ifndef BENCHCELL_RUNNERS_CLI_COMMAND_LINE_H_
#define BENCHCELL_RUNNERS_CLI_COMMAND_LINE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "runners/cli/options.h"

namespace benchcell {

// `words` are the arguments without the program's name. Flags may stand anywhere, as `--name=value`
// or `--name value`; `--` ends them. INVALID_ARGUMENT, with the nearest valid name: an unknown
// command or flag, a flag that the command doesn't have, a value that doesn't fit, too few or too
// many operands.
absl::StatusOr<Options> ParseCommandLine(const std::vector<std::string>& words);

// What `benchcell help` prints.
std::string Usage();

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CLI_COMMAND_LINE_H_
