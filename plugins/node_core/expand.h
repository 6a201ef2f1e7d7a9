// From cells to steps, with what the binaries say of their benchmark files in between.

#ifndef BENCHCELL_PLUGINS_NODE_CORE_EXPAND_H_
#define BENCHCELL_PLUGINS_NODE_CORE_EXPAND_H_

#include "benchcell/v1/plugin.pb.h"
#include "plugins/node_core/plans.h"

namespace benchcell::node_core {

// The first time, asks to discover: one command for each build. With what that left, gives a cell
// for each configuration of each file, numbered from 0; its levels are the file's keys behind those
// of the request. A configuration that only some binaries have is a cell too: runs of the others
// fail and say so. A file that isn't there, and a `set` that no file understands, is refused.
v1::ExpandResponse Expand(const v1::ExpandRequest& request, const Assets& assets);

}  // namespace benchcell::node_core

#endif  // BENCHCELL_PLUGINS_NODE_CORE_EXPAND_H_
