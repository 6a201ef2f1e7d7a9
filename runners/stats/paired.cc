#include "runners/stats/paired.h"

#include <algorithm>
#include <cmath>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "runners/stats/signed_rank.h"
#include "runners/stats/walsh.h"

namespace benchcell {
namespace {

bool HasLog(double value) { return std::isfinite(value) && value > 0; }

absl::StatusOr<std::vector<double>> LogRatios(const std::vector<Pair>& pairs) {
  std::vector<double> ratios;
  ratios.reserve(pairs.size());
  for (const Pair& pair : pairs) {
    if (!HasLog(pair.baseline) || !HasLog(pair.changed)) {
      return absl::InvalidArgumentError(absl::StrCat("pair ", ratios.size(), " has the values ",
                                                     pair.baseline, " and ", pair.changed,
                                                     "; a ratio needs finite values above 0"));
    }
    ratios.push_back(std::log(pair.changed) - std::log(pair.baseline));
  }
  return ratios;
}

std::optional<double> StandardDeviation(const std::vector<double>& values) {
  if (values.size() < 2) return std::nullopt;
  double mean = 0;
  for (const double value : values) mean += value / values.size();
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / (values.size() - 1));
}

}  // namespace

absl::StatusOr<PairedRatio> EstimatePairedRatio(const std::vector<Pair>& pairs, double confidence) {
  if (pairs.empty()) return absl::InvalidArgumentError("no pair to estimate a ratio from");
  absl::StatusOr<std::vector<double>> logs = LogRatios(pairs);
  if (!logs.ok()) return logs.status();
  std::sort(logs->begin(), logs->end());

  PairedRatio result;
  const int64_t n = static_cast<int64_t>(pairs.size());
  result.pairs = n;
  result.ratio = std::exp(HodgesLehmann(*logs));
  result.p_value = SignedRankPValue(*logs);
  result.log_ratio_sd = StandardDeviation(*logs);
  const int64_t critical = SignedRankCritical(n, (1 - confidence) / 2);
  if (critical > 0) {
    const int64_t averages = n * (n + 1) / 2;
    result.interval = RatioInterval{std::exp(KthWalshAverage(*logs, critical)),
                                    std::exp(KthWalshAverage(*logs, averages + 1 - critical))};
  }
  return result;
}

}  // namespace benchcell
