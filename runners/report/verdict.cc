#include "runners/report/verdict.h"

#include <algorithm>
#include <cmath>

#include "runners/report/format.h"

namespace benchcell {
namespace {

double PublishedPercent(const v1::PublishedChange& change) {
  return change.about_zero() ? 0 : change.percent();
}

// `sign` is that of the published change.
Verdict JudgeSide(double sign, const std::optional<RatioInterval>& interval) {
  if (!interval.has_value()) return Verdict::kTooNoisy;
  const double low = sign * PercentOf(sign > 0 ? interval->low : interval->high);
  const double high = sign * PercentOf(sign > 0 ? interval->high : interval->low);
  if (low > 0) return Verdict::kAgrees;
  return high <= 0 ? Verdict::kDiffers : Verdict::kTooNoisy;
}

void JudgeDirection(double tolerance, const MeasuredChange& measured,
                    PublishedComparison& comparison) {
  const double percent = PublishedPercent(comparison.published);
  if (std::abs(percent) < tolerance) {
    comparison.range = {-tolerance, tolerance};
    comparison.verdict = Judge(*comparison.range, measured.interval);
    return;
  }
  comparison.verdict = JudgeSide(percent < 0 ? -1 : 1, measured.interval);
  const v1::FrameKind cause = comparison.published.cause();
  if (comparison.verdict != Verdict::kAgrees || cause == v1::FRAME_KIND_UNSPECIFIED) return;
  if (!measured.has_cause) {
    comparison.cause = CauseVerdict::kNotTold;
  } else if (measured.main_kind == cause) {
    comparison.cause = CauseVerdict::kSame;
  } else {
    comparison.cause = CauseVerdict::kOther;
    comparison.verdict = Verdict::kDiffers;
  }
}

std::string DirectionWords(const PublishedComparison& comparison) {
  const bool agrees = comparison.verdict == Verdict::kAgrees;
  if (comparison.range.has_value()) return agrees ? "still about zero" : "no longer about zero";
  switch (comparison.cause) {
    case CauseVerdict::kSame:
      return "same direction, same cause";
    case CauseVerdict::kOther:
      return "same direction, other cause";
    case CauseVerdict::kNotTold:
      return "same direction, cause not told";
    case CauseVerdict::kNotAsked:
      break;
  }
  if (agrees) return "same direction";
  return comparison.no_change ? "no change here" : "other direction";
}

}  // namespace

double TolerancePoints(const v1::Published& published) {
  return published.tolerance_points() > 0 ? published.tolerance_points() : kDefaultTolerancePoints;
}

PercentRange AgreementRange(const v1::PublishedChange& published, double tolerance_points) {
  const double percent = PublishedPercent(published);
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

PublishedComparison Compare(const v1::Published& published, const v1::PublishedChange& change,
                            const MeasuredChange& measured) {
  const double tolerance = TolerancePoints(published);
  PublishedComparison comparison;
  comparison.published = change;
  if (published.standard() == v1::DIRECTION) comparison.standard = v1::DIRECTION;
  comparison.no_change =
      measured.interval.has_value() && measured.interval->low == 1 && measured.interval->high == 1;
  if (comparison.standard == v1::DIRECTION) {
    JudgeDirection(tolerance, measured, comparison);
  } else {
    comparison.range = AgreementRange(change, tolerance);
    comparison.verdict = Judge(*comparison.range, measured.interval);
  }
  if (!measured.compared) comparison.verdict = Verdict::kNotCompared;
  return comparison;
}

std::string VerdictWords(const PublishedComparison& comparison) {
  if (comparison.verdict == Verdict::kTooNoisy) return "too noisy to tell";
  if (comparison.verdict == Verdict::kNotCompared) return "not compared";
  if (comparison.standard == v1::DIRECTION) return DirectionWords(comparison);
  return comparison.verdict == Verdict::kAgrees ? "agrees" : "differs";
}

}  // namespace benchcell
