// How much of the runtime's work is done for the harness.
//
// Vitest's tracker of export getters spends most of its cost not in its own function, but in the
// builtins that it calls: Map's get and set, and what they call in turn. A profile has the cost of
// a builtin once, whoever called it, and for each pair of functions how often one called the other.
// So each function f of the runtime (kind RUNTIME, and BASELINE where it is a builtin) gets a share
//
//     h(f) = sum over callers c of calls(c, f) * h(c) / sum over callers c of calls(c, f)
//
// with h = 1 for a function of the harness, and h = 0 for any other function of a script and for
// bytecode handlers, which call for whatever script they interpret. That takes a call to cost the
// same whoever makes it, as gprof does (Graham, Kessler & McKusick 1982, "gprof: a call graph
// execution profiler", section 4); where all callers are the harness's, or none, nothing is
// assumed. A function that nobody calls has h = 0.

#ifndef BENCHCELL_PLUGINS_CODSPEED_PROFILE_HARNESS_SHARES_H_
#define BENCHCELL_PLUGINS_CODSPEED_PROFILE_HARNESS_SHARES_H_

#include <vector>

#include "plugins/codspeed/profile/frame_names.h"
#include "runners/callgrind/profile_reader.h"

namespace benchcell::codspeed {

// Shares from 0 to 1 by frame number. 1 for functions of the harness themselves.
std::vector<double> HarnessShares(const ProfilePart& part, const std::vector<NamedFrame>& names);

}  // namespace benchcell::codspeed

#endif  // BENCHCELL_PLUGINS_CODSPEED_PROFILE_HARNESS_SHARES_H_
