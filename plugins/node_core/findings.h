// What discovering has left (assets/discover.cjs), as values.

#ifndef BENCHCELL_PLUGINS_NODE_CORE_FINDINGS_H_
#define BENCHCELL_PLUGINS_NODE_CORE_FINDINGS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace benchcell::node_core {

// One process that a benchmark file would start.
struct Configuration {
  // `key=value`, all that the process needs.
  std::vector<std::string> arguments;
  // For node.
  std::vector<std::string> flags;
};

// What one binary has made of one file.
struct Findings {
  std::string source;
  std::string file;
  // Path in the source of what isn't there; the rest is then unset but for `neighbours`.
  std::string missing;
  std::vector<std::string> neighbours;
  // Whether the file declared a benchmark at all, and whether its parent process has something to
  // make ready before each.
  bool declared = false;
  bool setup = false;
  // A file that it starts in its own stead.
  std::string foreign;
  std::vector<std::string> keys;
  std::vector<Configuration> configurations;
  // How the process ended.
  std::optional<int> code;
  std::string signal;
  bool hung = false;
  std::string error_output;
};

// One JSON object a line. INVALID_ARGUMENT, with the line's number, for anything else.
absl::StatusOr<std::vector<Findings>> ParseFindings(const std::string& text);

// Why the binary of `build` has no configuration of the file; empty if it has some.
std::string WhyNone(const Findings& findings, const std::string& build);

}  // namespace benchcell::node_core

#endif  // BENCHCELL_PLUGINS_NODE_CORE_FINDINGS_H_
