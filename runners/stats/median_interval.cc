#include "runners/stats/median_interval.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <cstddef>

namespace benchcell {

std::optional<ValueInterval> MedianInterval(std::vector<double> values, double confidence) {
  if (values.empty()) return std::nullopt;
  const double tail = (1 - confidence) / 2;
  const boost::math::binomial_distribution<double> below(static_cast<double>(values.size()), 0.5);
  double most = std::floor(boost::math::quantile(below, tail));
  // The quantile may be rounded up where the probability is met almost exactly.
  while (most >= 0 && boost::math::cdf(below, most) > tail) --most;
  if (most < 0) return std::nullopt;
  const size_t place = static_cast<size_t>(most);
  std::sort(values.begin(), values.end());
  return ValueInterval{values[place], values[values.size() - 1 - place]};
}

}  // namespace benchcell
