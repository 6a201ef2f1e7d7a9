// plugins/node_core/assets, compiled in: a plugin reads no file but those named in a request.

#ifndef BENCHCELL_PLUGINS_NODE_CORE_ASSETS_H_
#define BENCHCELL_PLUGINS_NODE_CORE_ASSETS_H_

#include "plugins/node_core/plans.h"

namespace benchcell::node_core {

// Byte for byte as in the source tree.
Assets EmbeddedAssets();

}  // namespace benchcell::node_core

#endif  // BENCHCELL_PLUGINS_NODE_CORE_ASSETS_H_
