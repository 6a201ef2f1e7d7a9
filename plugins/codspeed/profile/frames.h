// Where the cost of a benchmark is, from the part of a profile that is its own.

#ifndef BENCHCELL_PLUGINS_CODSPEED_PROFILE_FRAMES_H_
#define BENCHCELL_PLUGINS_CODSPEED_PROFILE_FRAMES_H_

#include <vector>

#include "benchcell/v1/metric.pb.h"
#include "plugins/codspeed/profile/frame_names.h"
#include "runners/callgrind/profile_reader.h"

namespace benchcell::codspeed {

// Frames, the largest first: one for each function, place and kind. What a function of the runtime
// costs for the harness (harness_shares.h) is a frame of its own of kind HARNESS. Those after
// `most` are summed up, a frame without a function for each kind. The costs, whole numbers, sum up
// to the part's exactly.
std::vector<v1::Frame> FramesOf(const ProfilePart& part, const std::vector<NamedFrame>& names,
                                int most);

}  // namespace benchcell::codspeed

#endif  // BENCHCELL_PLUGINS_CODSPEED_PROFILE_FRAMES_H_
