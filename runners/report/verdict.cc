#include "runners/report/verdict.h"

#include <algorithm>

#include "runners/report/format.h"

namespace benchcell {

double TolerancePoints(const v1::Published& published) {
  return published.tolerance_points() > 0 ? published.tolerance_points() : kDefaultTolerancePoints;
}

PercentRange AgreementRange(const v1::PublishedChange& published, double tolerance_points) {
  const double percent = published.about_zero() ? 0 : published.percent();
  PercentRange range{percent, percent};
  for (const double round : published.round_percent()) {
    range.low = std::min(range.low, round);
    range.high = std::max(range.high, round);
  }
  range.low -= tolerance_points;
  range.high += tolerance_points;
  return range;
}

Verdict Judge(const PercentRange& range, const std::optional<RatioInterval>& interval) {
  if (!interval.has_value()) return Verdict::kTooNoisy;
  const double low = PercentOf(interval->low);
  const double high = PercentOf(interval->high);
  if (range.low <= low && high <= range.high) return Verdict::kAgrees;
  if (high < range.low || range.high < low) return Verdict::kDiffers;
  return Verdict::kTooNoisy;
}

std::string VerdictWords(Verdict verdict) {
  switch (verdict) {
    case Verdict::kAgrees:
      return "agrees";
    case Verdict::kDiffers:
      return "differs";
    case Verdict::kTooNoisy:
      break;
  }
  return "too noisy to tell";
}

}  // namespace benchcell
