#include "runners/stats/order_statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace benchcell {

namespace {

// A bucket for so many values is as good as one for each, and takes less to prepare.
constexpr size_t kPerBucket = 4;
constexpr size_t kMostBuckets = 256;
// So many are sorted sooner than put into buckets.
constexpr size_t kHandful = 16;

}  // namespace

void OrderStatistics::Take(const std::vector<double>& values, double low, double high) {
  sorted_ = values.size() <= kHandful;
  if (sorted_) {
    by_bucket_ = values;
    std::sort(by_bucket_.begin(), by_bucket_.end());
    return;
  }
  const size_t count = std::clamp<size_t>(values.size() / kPerBucket, 1, kMostBuckets);
  const double last = static_cast<double>(count - 1);
  const double wanted_scale = static_cast<double>(count) / (high - low);
  // All in one bucket if there is no width to speak of.
  const double scale = std::isfinite(wanted_scale) && wanted_scale > 0 ? wanted_scale : 0;
  buckets_.resize(values.size());
  ends_.assign(count, 0);
  for (size_t i = 0; i < values.size(); ++i) {
    buckets_[i] = static_cast<uint8_t>(std::min(std::max((values[i] - low) * scale, 0.0), last));
    ++ends_[buckets_[i]];
  }
  std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
  // From the back, each end moves to the bucket's begin...
  by_bucket_.resize(values.size());
  for (size_t i = 0; i < values.size(); ++i) by_bucket_[--ends_[buckets_[i]]] = values[i];
  // ...which is the end of the one before.
  std::rotate(ends_.begin(), ends_.begin() + 1, ends_.end());
  ends_.back() = static_cast<uint32_t>(values.size());
}

double OrderStatistics::Kth(size_t k) {
  if (sorted_) return by_bucket_[k];
  const auto end = std::upper_bound(ends_.begin(), ends_.end(), k);
  const size_t begin = end == ends_.begin() ? 0 : *(end - 1);
  const auto kth = by_bucket_.begin() + k;
  std::nth_element(by_bucket_.begin() + begin, kth, by_bucket_.begin() + *end);
  return *kth;
}

}  // namespace benchcell
