// hyperfine writes commands with their parameters filled in: `make -j 2`. What was compared is the
// command before that.

#ifndef BENCHCELL_RUNNERS_INTERCHANGE_COMMAND_NAMES_H_
#define BENCHCELL_RUNNERS_INTERCHANGE_COMMAND_NAMES_H_

#include <map>
#include <string>
#include <vector>

namespace benchcell {

struct FilledCommand {
  std::string text;
  std::map<std::string, std::string> parameters;
};

// For each command the name of what it is an instance of, `make -j {threads}`. Values are put back
// only if fewer things are compared that way (names that are the same at several parameters stay as
// they are): where they stand by themselves (the 4 of `-j4`, not that of `-j40`), or anywhere if
// that leaves still fewer. What is there twice at the same parameters gets ` #2`, ` #3`.
std::vector<std::string> NamesOfCommands(const std::vector<FilledCommand>& commands);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_INTERCHANGE_COMMAND_NAMES_H_
