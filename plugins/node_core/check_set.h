// Holds the parameter `set` against what the files have made of it.

#ifndef BENCHCELL_PLUGINS_NODE_CORE_CHECK_SET_H_
#define BENCHCELL_PLUGINS_NODE_CORE_CHECK_SET_H_

#include <vector>

#include "absl/status/status.h"
#include "plugins/node_core/findings.h"
#include "plugins/node_core/set_parameter.h"

namespace benchcell::node_core {

// A benchmark file takes no note of keys that it doesn't know and turns values of the wrong type
// into others. INVALID_ARGUMENT if no file has a key, or if a file took a value as another one.
absl::Status CheckSet(const std::vector<SetKey>& keys, const std::vector<Findings>& findings);

}  // namespace benchcell::node_core

#endif  // BENCHCELL_PLUGINS_NODE_CORE_CHECK_SET_H_
