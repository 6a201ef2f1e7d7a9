// From what a run left to its rate, or to why there is none.

#ifndef BENCHCELL_PLUGINS_NODE_CORE_PARSE_H_
#define BENCHCELL_PLUGINS_NODE_CORE_PARSE_H_

#include "benchcell/v1/plugin.pb.h"

namespace benchcell::node_core {

// Names of what a run observes: the digits as the benchmark sent them, and its configuration as
// node's compare.js writes it.
inline constexpr char kObservedRate[] = "rate";
inline constexpr char kObservedTime[] = "time";
inline constexpr char kObservedConfiguration[] = "configuration";

// Every way to fail has a name at the start of its message: `killed`, `no report sent`, `not a
// finite rate`, `addon missing`, `HTTP tool missing`, `port in use`, `insufficient clock
// precision`, `unknown flag`, `empty queue`, `exit code N`, `wrong configuration`. A run whose
// report is there but whose process failed afterwards has failed.
v1::ParseResponse Parse(const v1::ParseRequest& request);

}  // namespace benchcell::node_core

#endif  // BENCHCELL_PLUGINS_NODE_CORE_PARSE_H_
