// Mean and variance of values that come one at a time and aren't kept.
//
// The sums are over x - x_1, the first value, in long double. The squares about the mean are then
// S - D^2/n (Chan, Golub & LeVeque 1983, "Algorithms for computing the sample variance", shifted
// data), and since they are at least (x_1 - mean)^2 = (D/n)^2, what the subtraction cancels is at
// most a factor n + 1: the relative error stays below about n (n + 1) u, with u = 2^-64 on x86-64
// and, where long double is no more than double, u = 2^-53. No choice of values makes it worse.

#ifndef BENCHCELL_RUNNERS_STATS_MOMENTS_H_
#define BENCHCELL_RUNNERS_STATS_MOMENTS_H_

#include <cstdint>

namespace benchcell {

// Not thread-safe. 64 bytes whatever the number of values.
class Moments {
 public:
  // Values are finite; one that isn't makes mean and variance NaN.
  void Add(double value) {
    if (count_ == 0) first_ = value;
    const long double shifted = static_cast<long double>(value) - first_;
    sum_ += shifted;
    squares_ += shifted * shifted;
    ++count_;
  }

  int64_t count() const { return count_; }

  // NaN without a value.
  double Mean() const;

  // With n - 1 below the line; NaN for fewer than two values. Never negative.
  double Variance() const;

 private:
  long double sum_ = 0;
  long double squares_ = 0;
  double first_ = 0;
  int64_t count_ = 0;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STATS_MOMENTS_H_
