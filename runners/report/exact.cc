#include "runners/report/exact.h"

#include <algorithm>
#include <cmath>

#include "runners/stats/median.h"

namespace benchcell {
namespace {

ExactOutcome OutcomeOf(const ValueSpread& baseline, const ValueSpread& changed, double difference) {
  const double widest = std::max(baseline.high - baseline.low, changed.high - changed.low);
  if (widest == 0) return difference == 0 ? ExactOutcome::kNoChange : ExactOutcome::kMoved;
  const bool overlap = baseline.low <= changed.high && changed.low <= baseline.high;
  return overlap || std::abs(difference) <= widest ? ExactOutcome::kWithinSpread
                                                   : ExactOutcome::kMoved;
}

}  // namespace

std::optional<ValueSpread> SpreadOf(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  ValueSpread spread{*low, *high, std::nullopt};
  const double median = *Median(values);
  if (*low == *high) {
    spread.share = 0;
  } else if (median != 0) {
    spread.share = (*high - *low) / std::abs(median);
  }
  return spread;
}

std::optional<ExactChange> CompareExactly(const std::vector<double>& baseline,
                                          const std::vector<double>& changed) {
  const std::optional<ValueSpread> before = SpreadOf(baseline);
  const std::optional<ValueSpread> after = SpreadOf(changed);
  if (!before.has_value() || !after.has_value()) return std::nullopt;
  ExactChange change;
  change.difference = *Median(changed) - *Median(baseline);
  change.outcome = OutcomeOf(*before, *after, change.difference);
  if (before->low <= 0 || after->low <= 0) return change;
  const double ratio = *Median(changed) / *Median(baseline);
  change.ratios = {ratio, ratio};
  if (change.outcome == ExactOutcome::kWithinSpread) {
    change.ratios = {std::min(after->low / before->high, 1.0),
                     std::max(after->high / before->low, 1.0)};
  }
  return change;
}

}  // namespace benchcell
