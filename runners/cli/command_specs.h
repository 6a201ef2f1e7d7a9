// The commands: operands, flags and formats of each.

#ifndef BENCHCELL_RUNNERS_CLI_COMMAND_SPECS_H_
#define BENCHCELL_RUNNERS_CLI_COMMAND_SPECS_H_

#include <cstddef>
#include <string>
#include <vector>

namespace benchcell {

struct CommandSpec {
  std::string name;
  // What its operands are called; empty if it takes none.
  std::string operand;
  // How many it needs and takes.
  size_t fewest = 0;
  size_t most = 0;
  std::string title;
  // Names as in the flag registry.
  std::vector<std::string> flags;
  // Values of --format; the first is the default.
  std::vector<std::string> formats;
};

// Flags of --command, which stands in place of an EXPERIMENT, itself first.
const std::vector<std::string>& AdhocFlags();

// In the order in which they are shown.
const std::vector<CommandSpec>& CommandSpecs();

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CLI_COMMAND_SPECS_H_
