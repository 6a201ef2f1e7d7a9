// What the vitest plugin says of itself: axes, inputs, metrics.

#ifndef BENCHCELL_PLUGINS_VITEST_DESCRIPTION_H_
#define BENCHCELL_PLUGINS_VITEST_DESCRIPTION_H_

#include "benchcell/v1/plugin.pb.h"

namespace benchcell::vitest {

v1::PluginDescription Description();

}  // namespace benchcell::vitest

#endif  // BENCHCELL_PLUGINS_VITEST_DESCRIPTION_H_
