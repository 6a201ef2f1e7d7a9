// What a run has counted.

#ifndef BENCHCELL_PLUGINS_CODSPEED_PARSE_H_
#define BENCHCELL_PLUGINS_CODSPEED_PARSE_H_

#include "benchcell/v1/plugin.pb.h"

namespace benchcell::codspeed {

// Samples and profiles of the cell's benchmark, or of all benchmarks of its file. A benchmark that
// threw is named with what it threw, and those that therefore were not run with it.
v1::ParseResponse Parse(const v1::ParseRequest& request);

}  // namespace benchcell::codspeed

#endif  // BENCHCELL_PLUGINS_CODSPEED_PARSE_H_
