// From the cells of an experiment to the steps of each of its builds.

#ifndef BENCHCELL_PLUGINS_COMMAND_EXPAND_H_
#define BENCHCELL_PLUGINS_COMMAND_EXPAND_H_

#include "benchcell/v1/plugin.pb.h"

namespace benchcell::command {

// Refuses what can't be in a cell and build, each reason once; and an axis that no command of any
// build uses, whose levels would be measured as if they were different.
v1::ExpandResponse Expand(const v1::ExpandRequest& request);

}  // namespace benchcell::command

#endif  // BENCHCELL_PLUGINS_COMMAND_EXPAND_H_
