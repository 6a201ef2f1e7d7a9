// Holds a plugin against the protocol below its messages: lines in, lines out.

#ifndef BENCHCELL_RUNNERS_PLUGIN_CHECK_PROTOCOL_CHECK_H_
#define BENCHCELL_RUNNERS_PLUGIN_CHECK_PROTOCOL_CHECK_H_

#include "runners/plugin_check/findings.h"
#include "runners/plugin_check/plugin_under_check.h"

namespace benchcell {

void CheckProtocol(const PluginUnderCheck& plugin, Findings& findings);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_PLUGIN_CHECK_PROTOCOL_CHECK_H_
