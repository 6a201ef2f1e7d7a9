#include "runners/report/tier_flip.h"

#include <algorithm>
#include <cmath>

namespace benchcell {
namespace {

constexpr v1::FrameKind kTiers[] = {v1::INTERPRETER, v1::BASELINE, v1::OPTIMISED};
constexpr double kMostUnexplained = 0.25;
constexpr double kLeastMoved = 0.5;
constexpr double kRemainder = 0.1;
constexpr double kMostSpeedup = 50;

double Sum(const std::vector<FrameChange>& frames) {
  double sum = 0;
  for (const FrameChange& frame : frames) sum += frame.Delta();
  return sum;
}

double SumOfTier(const std::vector<FrameChange>& frames, v1::FrameKind tier) {
  double sum = 0;
  for (const FrameChange& frame : frames) {
    if (frame.kind == tier) sum += frame.Delta();
  }
  return sum;
}

// Functions that came into a compiled tier, or left it; those that moved most first.
std::vector<const FrameChange*> MovedFunctions(const std::vector<FrameChange>& frames,
                                               v1::FrameKind tier, bool came) {
  std::vector<const FrameChange*> moved;
  for (const FrameChange& frame : frames) {
    if (frame.kind != tier || frame.function.empty()) continue;
    const double before = came ? frame.baseline : frame.changed;
    const double now = came ? frame.changed : frame.baseline;
    if (now > 0 && before <= kRemainder * now) moved.push_back(&frame);
  }
  return moved;
}

// Whether functions that moved make up enough of what their tier gained or lost.
bool MakeUp(const std::vector<const FrameChange*>& moved, double amount) {
  double sum = 0;
  for (const FrameChange* frame : moved) sum += std::abs(frame->Delta());
  return sum >= kLeastMoved * amount;
}

// A helper of the compiler may cost more than the function that calls it, but is in no source file.
const FrameChange& MostTelling(const std::vector<const FrameChange*>& moved) {
  const auto in_source = std::find_if(moved.begin(), moved.end(), [](const FrameChange* frame) {
    return FileOfLocation(frame->location) != frame->location;
  });
  return in_source == moved.end() ? *moved.front() : **in_source;
}

bool IsSameFunction(const FrameChange& a, const FrameChange& b) {
  return a.function == b.function && FileOfLocation(a.location) == FileOfLocation(b.location);
}

std::optional<TierFlip> FlipBetween(const std::vector<FrameChange>& frames, v1::FrameKind from,
                                    v1::FrameKind to) {
  const double lost = -SumOfTier(frames, from);
  const double gained = SumOfTier(frames, to);
  if (lost <= 0 || gained <= 0) return std::nullopt;
  if (std::max(lost, gained) > kMostSpeedup * std::min(lost, gained)) return std::nullopt;
  const auto left = MovedFunctions(frames, from, /*came=*/false);
  const auto came = MovedFunctions(frames, to, /*came=*/true);
  const bool to_compiled = to != v1::INTERPRETER;
  const bool from_compiled = from != v1::INTERPRETER;
  if (to_compiled && (came.empty() || !MakeUp(came, gained))) return std::nullopt;
  if (from_compiled && (left.empty() || !MakeUp(left, lost))) return std::nullopt;
  const FrameChange& function = MostTelling(to_compiled ? came : left);
  if (to_compiled && from_compiled &&
      std::none_of(left.begin(), left.end(),
                   [&](const FrameChange* each) { return IsSameFunction(*each, function); })) {
    return std::nullopt;
  }
  return TierFlip{from, to, function.function, function.location};
}

}  // namespace

std::optional<TierFlip> FindTierFlip(const std::vector<FrameChange>& frames) {
  const double total = Sum(frames);
  double least_unexplained = kMostUnexplained * std::abs(total);
  std::optional<TierFlip> best;
  for (const v1::FrameKind from : kTiers) {
    for (const v1::FrameKind to : kTiers) {
      if (from == to) continue;
      const double explained = SumOfTier(frames, from) + SumOfTier(frames, to);
      const double unexplained = std::abs(total - explained);
      if (unexplained > least_unexplained || (best && unexplained == least_unexplained)) continue;
      std::optional<TierFlip> flip = FlipBetween(frames, from, to);
      if (!flip.has_value()) continue;
      best = std::move(flip);
      least_unexplained = unexplained;
    }
  }
  return best;
}

}  // namespace benchcell
