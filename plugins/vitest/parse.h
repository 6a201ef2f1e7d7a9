// From what a run left to samples, or to why there are none.

#ifndef BENCHCELL_PLUGINS_VITEST_PARSE_H_
#define BENCHCELL_PLUGINS_VITEST_PARSE_H_

#include "benchcell/v1/plugin.pb.h"

namespace benchcell::vitest {

// Judges in this order, and the first thing that is wrong decides:
// GENUINE_FAILURE: vitest ended with a signal or another exit code than 0, a test failed, or other
// test files ran than the app has. The message ends with the end of the output.
// HARNESS_ERROR: the run is not the one that was asked for: no report, another version of node or
// vitest, other settings in effect, a warm run that was cold or a cold one that was warm.
v1::ParseResponse Parse(const v1::ParseRequest& request);

}  // namespace benchcell::vitest

#endif  // BENCHCELL_PLUGINS_VITEST_PARSE_H_
