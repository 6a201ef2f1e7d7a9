// What the plugin can do.

#ifndef BENCHCELL_PLUGINS_NODE_CORE_DESCRIPTION_H_
#define BENCHCELL_PLUGINS_NODE_CORE_DESCRIPTION_H_

#include "benchcell/v1/plugin.pb.h"

namespace benchcell::node_core {

// The axis that every grid names; the others are the keys that the benchmark file declares.
inline constexpr char kBenchmarkAxis[] = "benchmark";
// Parameters.
inline constexpr char kSetParameter[] = "set";
inline constexpr char kFlagsParameter[] = "node_flags";

v1::PluginDescription Description();

}  // namespace benchcell::node_core

#endif  // BENCHCELL_PLUGINS_NODE_CORE_DESCRIPTION_H_
