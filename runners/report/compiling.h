// What V8 spent on compiling while it was being counted.

#ifndef BENCHCELL_RUNNERS_REPORT_COMPILING_H_
#define BENCHCELL_RUNNERS_REPORT_COMPILING_H_

#include <optional>
#include <vector>

#include "runners/report/frames.h"

namespace benchcell {

// Costs of frames of V8's compilers, in the unit of the profiles' metric. At least so much: what
// they call (allocation, say) can't be told from what others call.
struct Compiling {
  double baseline = 0;
  double changed = 0;

  double Delta() const { return changed - baseline; }
};

// Of the runtime's frames, those in the namespaces of V8's compilers (baseline, maglev, compiler:
// Sparkplug, Maglev, TurboFan). `delta`: how far all frames moved. Absent if compiling moved less
// than a fifth of that: then it explains nothing.
std::optional<Compiling> FindCompiling(const std::vector<FrameChange>& frames, double delta);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_COMPILING_H_
