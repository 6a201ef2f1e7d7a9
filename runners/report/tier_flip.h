// Did a function only move to another tier of the virtual machine?
//
// Which tier runs a function is decided by the machine's counters: by what ran before, not by what
// the function does. A change that is such a move says nothing of the code.

#ifndef BENCHCELL_RUNNERS_REPORT_TIER_FLIP_H_
#define BENCHCELL_RUNNERS_REPORT_TIER_FLIP_H_

#include <optional>
#include <string>
#include <vector>

#include "benchcell/v1/metric.pb.h"
#include "runners/report/frames.h"

namespace benchcell {

struct TierFlip {
  // INTERPRETER, BASELINE or OPTIMISED.
  v1::FrameKind from = v1::FRAME_KIND_UNSPECIFIED;
  v1::FrameKind to = v1::FRAME_KIND_UNSPECIFIED;
  // The function that moved most, as the compiled tier names it.
  std::string function;
  std::string location;
};

// A change is a flip from one tier to another if
// - the first tier lost cost and the second gained some;
// - both together are the whole change, but for a quarter of it;
// - in a compiled tier, functions that came or left make up at least half of what it gained or
//   lost. One came if its cost there was at most a tenth before, and left if it is at most a tenth
//   now. The interpreter's cost is in its handlers, which tell no function;
// - of two compiled tiers: the function that came most is one that left;
// - neither amount is more than 50 times the other: no tier is that much faster, the work is gone
//   then.
// Several pairs of tiers may fit; the one that explains most is taken. The frames are those of
// CompareFrames.
std::optional<TierFlip> FindTierFlip(const std::vector<FrameChange>& frames);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_TIER_FLIP_H_
