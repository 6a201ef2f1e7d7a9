// From what a run left to its samples, or to why there are none.

#ifndef BENCHCELL_PLUGINS_COMMAND_PARSE_H_
#define BENCHCELL_PLUGINS_COMMAND_PARSE_H_

#include "benchcell/v1/plugin.pb.h"

namespace benchcell::command {

// A signal, or an exit code that isn't among the good ones, is a genuine failure; a metric that
// can't be read is a harness error.
v1::ParseResponse Parse(const v1::ParseRequest& request);

}  // namespace benchcell::command

#endif  // BENCHCELL_PLUGINS_COMMAND_PARSE_H_
