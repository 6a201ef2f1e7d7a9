// assets/, compiled in: a plugin reads no file but those named in a request.

#ifndef BENCHCELL_PLUGINS_CODSPEED_ASSETS_H_
#define BENCHCELL_PLUGINS_CODSPEED_ASSETS_H_

#include "plugins/codspeed/plans.h"

namespace benchcell::codspeed {

// Byte for byte as in the source tree.
Assets EmbeddedAssets();

}  // namespace benchcell::codspeed

#endif  // BENCHCELL_PLUGINS_CODSPEED_ASSETS_H_
