#include "runners/stats/moments.h"

#include <limits>

namespace benchcell {

double Moments::Mean() const {
  if (count_ == 0) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(first_ + sum_ / static_cast<long double>(count_));
}

double Moments::Variance() const {
  if (count_ < 2) return std::numeric_limits<double>::quiet_NaN();
  const long double count = static_cast<long double>(count_);
  const long double about_mean = squares_ - sum_ * sum_ / count;
  // A NaN stays one.
  return static_cast<double>(about_mean < 0 ? 0 : about_mean / (count - 1));
}

}  // namespace benchcell
