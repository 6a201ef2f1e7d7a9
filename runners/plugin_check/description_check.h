// Holds a plugin's description against plugin.proto.

#ifndef BENCHCELL_RUNNERS_PLUGIN_CHECK_DESCRIPTION_CHECK_H_
#define BENCHCELL_RUNNERS_PLUGIN_CHECK_DESCRIPTION_CHECK_H_

#include "benchcell/v1/plugin.pb.h"
#include "runners/plugin_check/findings.h"

namespace benchcell {

// Pure.
void CheckDescription(const v1::PluginDescription& description, Findings& findings);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_PLUGIN_CHECK_DESCRIPTION_CHECK_H_
