#include "runners/stats/walsh.h"

#include <bit>
#include <limits>
#include <numeric>

namespace benchcell {
namespace {

// Doubles as integers in the same order, so that bisection ends after at most 64 steps.
int64_t ToOrdered(double value) {
  const int64_t bits = std::bit_cast<int64_t>(value == 0 ? 0.0 : value);
  return bits >= 0 ? bits : std::numeric_limits<int64_t>::min() - bits;
}

double FromOrdered(int64_t ordered) {
  return std::bit_cast<double>(ordered >= 0 ? ordered
                                            : std::numeric_limits<int64_t>::min() - ordered);
}

// How many Walsh averages are at most `bound`. The averages fall with j for every i, and rounding
// keeps that order, so the last j that counts only moves down as i moves up.
int64_t CountUpTo(const std::vector<double>& sorted, double bound) {
  int64_t count = 0;
  int64_t last = static_cast<int64_t>(sorted.size()) - 1;
  for (int64_t i = 0; i <= last; ++i) {
    while (last >= i && std::midpoint(sorted[i], sorted[last]) > bound) --last;
    count += last - i + 1;
  }
  return count;
}

}  // namespace

double KthWalshAverage(const std::vector<double>& sorted, int64_t k) {
  int64_t low = ToOrdered(sorted.front());
  int64_t high = ToOrdered(sorted.back());
  while (low < high) {
    const int64_t middle = std::midpoint(low, high);
    if (CountUpTo(sorted, FromOrdered(middle)) >= k) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return FromOrdered(low);
}

double HodgesLehmann(const std::vector<double>& sorted) {
  const int64_t n = static_cast<int64_t>(sorted.size());
  const int64_t averages = n * (n + 1) / 2;
  const double lower = KthWalshAverage(sorted, (averages + 1) / 2);
  if (averages % 2 == 1) return lower;
  return std::midpoint(lower, KthWalshAverage(sorted, averages / 2 + 1));
}

}  // namespace benchcell
