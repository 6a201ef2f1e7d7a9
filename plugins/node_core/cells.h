// From what the binaries have found to the cells of the table.

#ifndef BENCHCELL_PLUGINS_NODE_CORE_CELLS_H_
#define BENCHCELL_PLUGINS_NODE_CORE_CELLS_H_

#include <string>
#include <utility>
#include <vector>

#include "plugins/node_core/findings.h"

namespace benchcell::node_core {

// What one build does for a cell.
struct BuildPart {
  // Whether its binary has the configuration; if not, why there is nothing to run.
  bool has = false;
  std::string reason;
  Configuration configuration;
  bool in_parent = false;
};

struct FoundCell {
  // Key and value, as the file declares them; none if no binary has a configuration of the file.
  std::vector<std::pair<std::string, std::string>> level;
  // One for each build.
  std::vector<BuildPart> build;
};

// The cells of one file: the configurations of the first build in the order of the file, then those
// that only later ones have. `findings` and `builds` (their names) are those of all builds, in the
// same order. A build that lacks a configuration has a reason that says who has it.
std::vector<FoundCell> CellsOf(const std::vector<const Findings*>& findings,
                               const std::vector<std::string>& builds);

// Arguments for keys that the file doesn't have are left out, since `set` speaks to all files; but
// for `benchmarker`, which HTTP benchmarks read without declaring it.
std::vector<std::string> OwnArguments(const Findings& findings, const Configuration& configuration);

// `script=a` -> {script, a}.
std::pair<std::string, std::string> SplitArgument(const std::string& argument);

}  // namespace benchcell::node_core

#endif  // BENCHCELL_PLUGINS_NODE_CORE_CELLS_H_
