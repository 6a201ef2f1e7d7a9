#include "runners/stats/paired_estimator.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "runners/stats/signed_rank.h"

namespace benchcell {
namespace {

// Merges the negative and the positive differences by size. `sorted` has the negative ones first,
// largest size in front. Absent if two sizes are equal or one is 0.
std::optional<int64_t> RankSumOfNegatives(const std::vector<double>& sorted) {
  const auto zero = std::lower_bound(sorted.begin(), sorted.end(), 0.0);
  int64_t negative = zero - sorted.begin() - 1;
  size_t positive = zero - sorted.begin();
  double last = 0;
  int64_t sum = 0;
  for (size_t rank = 1; rank <= sorted.size(); ++rank) {
    const bool take_negative =
        positive == sorted.size() || (negative >= 0 && -sorted[negative] < sorted[positive]);
    const double size = take_negative ? -sorted[negative--] : sorted[positive++];
    if (size <= last) return std::nullopt;
    last = size;
    if (take_negative) sum += static_cast<int64_t>(rank);
  }
  return sum;
}

// Two-sided p values of the signed-rank test for n pairs without ties, by the smaller rank sum: the
// distribution of signed_rank.h, summed up once for all.
std::vector<double> PValues(int64_t n) {
  std::vector<double> probability(n * (n + 1) / 2 + 1, 0.0);
  probability[0] = 1;
  int64_t largest = 0;
  for (int64_t rank = 1; rank <= n; ++rank) {
    largest += rank;
    for (int64_t k = largest; k >= 0; --k) {
      probability[k] = (probability[k] + (k >= rank ? probability[k - rank] : 0)) / 2;
    }
  }
  std::vector<double> p_values(n * (n + 1) / 4 + 1);
  double tail = 0;
  for (size_t k = 0; k < p_values.size(); ++k) {
    tail += probability[k];
    p_values[k] = std::min(1.0, 2 * tail);
  }
  return p_values;
}

double StandardDeviation(const std::vector<double>& values) {
  double mean = 0;
  for (const double value : values) mean += value / values.size();
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / (values.size() - 1));
}

bool HasLog(double value) { return std::isfinite(value) && value > 0; }

}  // namespace

const PairedEstimator::Design& PairedEstimator::DesignOf(int64_t pairs) {
  Design& design = designs_[pairs];
  if (design.p_values.empty()) {
    design.critical = SignedRankCritical(pairs, (1 - confidence_) / 2);
    design.p_values = PValues(pairs);
  }
  return design;
}

double PairedEstimator::PValue(const std::vector<double>& sorted, const Design& design) {
  const std::optional<int64_t> negative = RankSumOfNegatives(sorted);
  if (!negative.has_value()) return SignedRankPValue(sorted);
  const int64_t pairs = static_cast<int64_t>(sorted.size());
  return design.p_values[std::min(*negative, pairs * (pairs + 1) / 2 - *negative)];
}

void PairedEstimator::SelectWalshAverages(const std::vector<double>& sorted, const Design& design,
                                          PairedRatio& result) {
  averages_.clear();
  for (size_t i = 0; i < sorted.size(); ++i) {
    for (size_t j = i; j < sorted.size(); ++j) {
      averages_.push_back(std::midpoint(sorted[i], sorted[j]));
    }
  }
  // Without an eighth on either side, outliers don't crowd all others into one bucket.
  const size_t outer = sorted.size() / 8;
  order_.Take(averages_, sorted[outer], sorted[sorted.size() - 1 - outer]);
  const int64_t count = static_cast<int64_t>(averages_.size());
  double centre = order_.Kth((count - 1) / 2);
  if (count % 2 == 0) centre = std::midpoint(centre, order_.Kth(count / 2));
  result.ratio = std::exp(centre);
  if (design.critical == 0) return;
  result.interval = RatioInterval{std::exp(order_.Kth(design.critical - 1)),
                                  std::exp(order_.Kth(count - design.critical))};
}

absl::StatusOr<PairedRatio> PairedEstimator::Estimate(const std::vector<Pair>& pairs) {
  logs_.clear();
  for (const Pair& pair : pairs) {
    // The slow way finds the words for it.
    if (!HasLog(pair.baseline) || !HasLog(pair.changed)) break;
    logs_.push_back(std::log(pair.changed) - std::log(pair.baseline));
  }
  if (pairs.size() < 2 || pairs.size() > kExactPairs || logs_.size() < pairs.size()) {
    return EstimatePairedRatio(pairs, confidence_);
  }
  std::sort(logs_.begin(), logs_.end());
  PairedRatio result;
  result.pairs = static_cast<int64_t>(pairs.size());
  const Design& design = DesignOf(result.pairs);
  SelectWalshAverages(logs_, design, result);
  result.p_value = PValue(logs_, design);
  result.log_ratio_sd = StandardDeviation(logs_);
  return result;
}

}  // namespace benchcell
