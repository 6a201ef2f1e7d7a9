// plugins/vitest/assets, compiled in: a plugin reads no file but those named in a request.

#ifndef BENCHCELL_PLUGINS_VITEST_ASSETS_H_
#define BENCHCELL_PLUGINS_VITEST_ASSETS_H_

#include "plugins/vitest/expand.h"

namespace benchcell::vitest {

// Byte for byte as in the source tree.
Assets EmbeddedAssets();

}  // namespace benchcell::vitest

#endif  // BENCHCELL_PLUGINS_VITEST_ASSETS_H_
