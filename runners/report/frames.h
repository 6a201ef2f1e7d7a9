// Where the cost of a benchmark moved: the frames of two builds, side by side.

#ifndef BENCHCELL_RUNNERS_REPORT_FRAMES_H_
#define BENCHCELL_RUNNERS_REPORT_FRAMES_H_

#include <string>
#include <vector>

#include "benchcell/v1/metric.pb.h"

namespace benchcell {

// A frame in both builds, in the unit of the profiles' metric. What one build doesn't have costs 0
// there.
struct FrameChange {
  // As in v1::Frame. Without function: the small frames of this kind together.
  std::string function;
  // In the changed build where it has the frame, otherwise in the baseline.
  std::string location;
  v1::FrameKind kind = v1::FRAME_KIND_UNSPECIFIED;
  double baseline = 0;
  double changed = 0;

  double Delta() const { return changed - baseline; }
};

// The frames of both builds, those that moved most first, then by name. Of several profiles of a
// build (one for each run) each frame's cost is the median; a frame that a profile lacks costs 0
// there.
//
// Frames are the same if function, location and kind are. Of those that are left, two are the same
// if function, kind and file are, and each build has only one such: a line that was added above
// moves a function to another line.
std::vector<FrameChange> CompareFrames(const std::vector<const v1::Profile*>& baseline,
                                       const std::vector<const v1::Profile*>& changed);

// `src/read.ts` of `src/read.ts:127:23`; the whole text where no line follows.
std::string FileOfLocation(const std::string& location);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_FRAMES_H_
