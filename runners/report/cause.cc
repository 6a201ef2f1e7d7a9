#include "runners/report/cause.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace benchcell {
namespace {

// Of the change.
constexpr double kLeast = 0.2;
// Of what the others moved; of the change, where nothing of the runtime is left to come on top.
constexpr double kMost = 0.5;

std::vector<KindChange> SumByKind(const std::vector<FrameChange>& frames) {
  std::vector<KindChange> kinds;
  for (int number = v1::FrameKind_MIN; number <= v1::FrameKind_MAX; ++number) {
    KindChange sum;
    sum.kind = static_cast<v1::FrameKind>(number);
    for (const FrameChange& frame : frames) {
      if (frame.kind != sum.kind) continue;
      sum.baseline += frame.baseline;
      sum.changed += frame.changed;
    }
    if (sum.baseline != 0 || sum.changed != 0) kinds.push_back(sum);
  }
  return kinds;
}

// Splits the frames that moved into those that are told and the sums of the others.
void TellFrames(const std::vector<FrameChange>& frames, Cause& cause) {
  double all = 0;
  for (const FrameChange& frame : frames) all += std::abs(frame.Delta());
  double covered = 0;
  for (const FrameChange& frame : frames) {
    if (frame.Delta() == 0) continue;
    if (cause.frames.size() < kMostFramesTold && covered < kCoveredByFramesTold * all) {
      covered += std::abs(frame.Delta());
      cause.frames.push_back(frame);
    } else {
      ++cause.other_frames;
      cause.other_baseline += frame.baseline;
      cause.other_changed += frame.changed;
    }
  }
}

}  // namespace

std::optional<v1::FrameKind> MainKind(const std::vector<KindChange>& kinds) {
  double total = 0;
  double others = 0;
  for (const KindChange& kind : kinds) {
    total += kind.Delta();
    if (kind.kind != v1::RUNTIME) others += std::abs(kind.Delta());
  }
  if (total == 0) return std::nullopt;
  if (others < kLeast * std::abs(total)) return v1::RUNTIME;
  for (const KindChange& kind : kinds) {
    const double along = total < 0 ? -kind.Delta() : kind.Delta();
    const double least = kind.kind == v1::HARNESS ? kMost : kLeast;
    if (kind.kind != v1::RUNTIME && along > kMost * others && along >= least * std::abs(total)) {
      return kind.kind;
    }
  }
  return std::nullopt;
}

std::optional<Cause> FindCause(const std::vector<const v1::Profile*>& baseline,
                               const std::vector<const v1::Profile*>& changed) {
  if (baseline.empty() || changed.empty()) return std::nullopt;
  const std::vector<FrameChange> frames = CompareFrames(baseline, changed);
  if (frames.empty() || frames.front().Delta() == 0) return std::nullopt;
  Cause cause;
  for (const FrameChange& frame : frames) {
    cause.baseline += frame.baseline;
    cause.changed += frame.changed;
  }
  TellFrames(frames, cause);
  cause.kinds = SumByKind(frames);
  cause.tier_flip = FindTierFlip(frames);
  cause.compiling = FindCompiling(frames, cause.Delta());
  cause.main_kind = MainKind(cause.kinds);
  return cause;
}

std::string KindWords(v1::FrameKind kind) {
  switch (kind) {
    case v1::INTERPRETER:
      return "interpreter";
    case v1::BASELINE:
      return "baseline";
    case v1::OPTIMISED:
      return "optimised";
    case v1::RUNTIME:
      return "runtime";
    case v1::HARNESS:
      return "harness";
    default:
      return "unknown";
  }
}

bool IsCompiling(const Cause& cause) {
  if (!cause.compiling.has_value()) return false;
  const double along = cause.Delta() < 0 ? -cause.compiling->Delta() : cause.compiling->Delta();
  return along > kMost * std::abs(cause.Delta());
}

std::string CauseWords(const Cause& cause) {
  if (cause.tier_flip.has_value()) return "tier flip";
  if (IsCompiling(cause)) return "compiling";
  if (!cause.main_kind.has_value()) return "several kinds";
  if (*cause.main_kind == v1::HARNESS) return "the runner's own frames";
  return KindWords(*cause.main_kind);
}

}  // namespace benchcell
