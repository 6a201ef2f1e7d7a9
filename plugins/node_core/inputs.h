// What an experiment gives to the plugin: binaries, trees, files, arguments.

#ifndef BENCHCELL_PLUGINS_NODE_CORE_INPUTS_H_
#define BENCHCELL_PLUGINS_NODE_CORE_INPUTS_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "benchcell/v1/plugin.pb.h"
#include "plugins/node_core/set_parameter.h"

namespace benchcell::node_core {

// A benchmark file of a cell that was asked for.
struct AskedFile {
  const v1::Cell* cell = nullptr;
  std::string file;
  const v1::Bundle* source = nullptr;
  // Where the build's directory has the tree when it is asked for configurations.
  std::string folder;
};

// One build and all that is asked of it.
struct BuildInputs {
  const v1::Build* build = nullptr;
  const v1::Bundle* node = nullptr;
  // For node, after those of the benchmark.
  std::vector<std::string> flags;
  // One for each cell, in their order.
  std::vector<AskedFile> files;
  // Different trees and their folders: `source`, `source-2` ...
  std::vector<std::pair<const v1::Bundle*, std::string>> sources;
  std::vector<SetKey> set;
};

// Points into the request. INVALID_ARGUMENT, without saying which build, if something is missing.
absl::StatusOr<BuildInputs> InputsOf(const v1::ExpandRequest& request, const v1::Build& build);

}  // namespace benchcell::node_core

#endif  // BENCHCELL_PLUGINS_NODE_CORE_INPUTS_H_
