// What main functions of command lines have in common: signals, places, flags, a broken pipe.

#ifndef BENCHCELL_RUNNERS_CLI_PROGRAM_H_
#define BENCHCELL_RUNNERS_CLI_PROGRAM_H_

#include <string>
#include <vector>

#include "runners/cli/command_context.h"

namespace benchcell {

// Parses the words of a command line, without the program's name, and returns the exit code of the
// command that they ask for. Call it once: it handles the process's signals from then on.
int RunProgram(const std::vector<std::string>& words, int (*command)(const CommandContext&));

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CLI_PROGRAM_H_
