// Why a benchmark costs more or less than before: the frames that moved, and what they are.

#ifndef BENCHCELL_RUNNERS_REPORT_CAUSE_H_
#define BENCHCELL_RUNNERS_REPORT_CAUSE_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "benchcell/v1/metric.pb.h"
#include "runners/report/compiling.h"
#include "runners/report/frames.h"
#include "runners/report/tier_flip.h"

namespace benchcell {

// The frames that are told one by one: as many as cover 95 % of all that moved, at most 8.
inline constexpr size_t kMostFramesTold = 8;
inline constexpr double kCoveredByFramesTold = 0.95;

struct KindChange {
  v1::FrameKind kind = v1::FRAME_KIND_UNSPECIFIED;
  double baseline = 0;
  double changed = 0;

  double Delta() const { return changed - baseline; }
};

// All costs in the unit of the profiles' metric.
struct Cause {
  // Sums of all frames.
  double baseline = 0;
  double changed = 0;
  // The frames that moved most, that first.
  std::vector<FrameChange> frames;
  // The others that moved at all: how many, and their sums.
  size_t other_frames = 0;
  double other_baseline = 0;
  double other_changed = 0;
  // Every kind that has a cost, in the order of the enum.
  std::vector<KindChange> kinds;
  std::optional<TierFlip> tier_flip;
  std::optional<Compiling> compiling;
  // See MainKind.
  std::optional<v1::FrameKind> main_kind;

  double Delta() const { return changed - baseline; }
};

// The kind that most of a change comes from, absent if there is none.
//
// RUNTIME is code that others call: its own cost does not tell for whom it works. So it is the
// cause only where the other kinds moved, up and down together, less than a fifth of the change.
// Otherwise the cause is the kind that makes up more than half of what the others moved, if it went
// the way of the change: where large amounts came and went, no kind is the cause of what is left.
// It must be a fifth of the change at least, and HARNESS, which has the runtime's work for it in
// its own cost, more than half.
std::optional<v1::FrameKind> MainKind(const std::vector<KindChange>& kinds);

// From the profiles of a build's runs, as in CompareFrames. Absent where a build has none, or no
// cost moved.
std::optional<Cause> FindCause(const std::vector<const v1::Profile*>& baseline,
                               const std::vector<const v1::Profile*>& changed);

// `interpreter`, `harness`: a kind in the words of a table.
std::string KindWords(v1::FrameKind kind);

// Whether V8's compilers went the way of the change by more than half of it: the count is that of a
// warm-up, then.
bool IsCompiling(const Cause& cause);

// In a cell of a table: `tier flip`, `compiling`, `the runner's own frames`, `optimised`, or
// `several kinds`.
std::string CauseWords(const Cause& cause);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_CAUSE_H_
