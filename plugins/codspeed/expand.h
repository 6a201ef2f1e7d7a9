// From an experiment to cells, one for each benchmark or for each file of them.

#ifndef BENCHCELL_PLUGINS_CODSPEED_EXPAND_H_
#define BENCHCELL_PLUGINS_CODSPEED_EXPAND_H_

#include "benchcell/v1/plugin.pb.h"
#include "plugins/codspeed/plans.h"

namespace benchcell::codspeed {

// First asks every build which benchmarks it has; once that is known, gives cells for those that
// any of them has, in the order of the first build that has them.
v1::ExpandResponse Expand(const v1::ExpandRequest& request, const Assets& assets);

}  // namespace benchcell::codspeed

#endif  // BENCHCELL_PLUGINS_CODSPEED_EXPAND_H_
