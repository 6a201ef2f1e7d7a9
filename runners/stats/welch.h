// Welch's test of two means, and the numbers that node core's compare.R makes of it.
//
//   t = (mean_1 - mean_2) / e,  e^2 = v_1/n_1 + v_2/n_2,
//   df = e^4 / ((v_1/n_1)^2 / (n_1 - 1) + (v_2/n_2)^2 / (n_2 - 1))
//
// (Welch 1947, "The generalization of Student's problem when several different population variances
// are involved"; the degrees of freedom are Satterthwaite's, 1946.) As R's t.test does it, down to
// its check for constant data.

#ifndef BENCHCELL_RUNNERS_STATS_WELCH_H_
#define BENCHCELL_RUNNERS_STATS_WELCH_H_

#include <array>
#include <cstdint>

#include "runners/stats/moments.h"
#include "runners/stats/student_quantile.h"

namespace benchcell {

enum class WelchProblem {
  kNone,
  // Fewer than two values on a side.
  kTooFew,
  // The standard error is below ten rounding errors of the larger mean: t would be noise.
  kConstant,
  // A value is NaN or infinite, or the squares overflow.
  kNotFinite,
};

struct WelchTest {
  WelchProblem problem = WelchProblem::kNone;
  // All below are 0 if there is a problem.
  double t = 0;  // of the first minus the second
  double degrees_of_freedom = 0;
  double standard_error = 0;  // of the difference of the means

  // Two-sided; 1 if there is a problem. Computed on demand: it takes half a microsecond.
  double PValue() const;
};

WelchTest TestMeans(const Moments& first, const Moments& second);

// What is left of values that others have measured and summed up.
struct SampleSummary {
  double mean = 0;
  // With n - 1 below the line.
  double variance = 0;
  int64_t count = 0;
};

// The same test of them.
WelchTest TestMeans(const SampleSummary& first, const SampleSummary& second);

// Two-sided p value of t.
double StudentPValue(double t, double degrees_of_freedom);

// The risks at which compare.R gives an accuracy, and their marks: *, **, ***.
inline constexpr std::array<double, 3> kCompareRisks = {0.05, 0.01, 0.001};

// A row of compare.R.
struct RateComparison {
  // (new - old) / old * 100, of the means. Not finite where there is no such number.
  double improvement_percent = 0;
  WelchTest test;
  // For each risk: half the width of the interval of the difference, in per cent of the old mean,
  // whose own error is left out. 0 if the test has a problem.
  std::array<double, 3> accuracy_percent = {};
};

// Makes the rows of a table. Not thread-safe: what rows have in common is computed once.
class RateComparer {
 public:
  RateComparison Compare(const Moments& old_rates, const Moments& new_rates);

 private:
  StudentQuantiles quantiles_{kCompareRisks};
};

// One row, without preparing for others.
RateComparison CompareRates(const Moments& old_rates, const Moments& new_rates);

// `***` below 0.001, `**` below 0.01, `*` below 0.05, otherwise nothing.
const char* Stars(double p_value);

// Those of the row's p value, mostly without computing it: p is below the risk exactly if the
// improvement is beyond the accuracy. Nothing if the test has a problem.
const char* Stars(const RateComparison& comparison);

// How many of so many rows without any change fall below the risk.
double ExpectedFalsePositives(int64_t rows, double risk);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STATS_WELCH_H_
