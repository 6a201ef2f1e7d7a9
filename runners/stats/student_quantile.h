// Quantiles of Student's t for many different degrees of freedom.
//
// A root search for each takes a microsecond; a table of results has thousands of rows with three
// quantiles each. The logarithm of the quantile is a smooth function of 1/f, so it is interpolated
// at Chebyshev nodes on the intervals [2^-k-1, 2^-k] of 1/f, whose polynomials are made when they
// are first needed (Trefethen 2013, Approximation Theory and Approximation Practice, chapter 5:
// barycentric formula, whose weights serve all three). Equal to StudentQuantile within a relative
// 1e-12.

#ifndef BENCHCELL_RUNNERS_STATS_STUDENT_QUANTILE_H_
#define BENCHCELL_RUNNERS_STATS_STUDENT_QUANTILE_H_

#include <array>
#include <cstddef>
#include <vector>

namespace benchcell {

// Half the width of the (1 - risk) confidence interval of a mean, in standard errors: the quantile
// 1 - risk / 2. Degrees of freedom are above 0, risk between 0 and 1.
double StudentQuantile(double degrees_of_freedom, double risk);

// Not thread-safe.
class StudentQuantiles {
 public:
  // Of three risks at once.
  using Three = std::array<double, 3>;

  explicit StudentQuantiles(const Three& risks) : risks_(risks) {}

  // StudentQuantile for each risk. Degrees of freedom are above 0.
  Three Of(double degrees_of_freedom);

 private:
  static constexpr size_t kNodes = 16;
  // Values of the logarithms at the nodes of an interval; empty until made.
  using Interval = std::vector<Three>;

  void Make(double low, double high, Interval& interval) const;

  const Three risks_;
  // Up to 2^20 degrees of freedom.
  std::array<Interval, 20> intervals_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STATS_STUDENT_QUANTILE_H_
