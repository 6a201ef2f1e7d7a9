#include "runners/stats/welch.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

namespace benchcell {
namespace {

// Without the detour through long double; see student_quantile.cc.
using Student = boost::math::students_t_distribution<
    double, boost::math::policies::policy<boost::math::policies::promote_double<false>>>;

// `quantiles` are asked for degrees of freedom.
template <typename Quantiles>
RateComparison MakeRow(const Moments& old_rates, const Moments& new_rates, Quantiles quantiles) {
  RateComparison comparison;
  const double old_mean = old_rates.Mean();
  comparison.improvement_percent = (new_rates.Mean() - old_mean) / old_mean * 100;
  comparison.test = TestMeans(old_rates, new_rates);
  if (comparison.test.problem != WelchProblem::kNone) return comparison;
  const StudentQuantiles::Three widths = quantiles(comparison.test.degrees_of_freedom);
  for (size_t i = 0; i < kCompareRisks.size(); ++i) {
    const double half_width = widths[i] * comparison.test.standard_error;
    comparison.accuracy_percent[i] = half_width / old_mean * 100;
  }
  return comparison;
}

}  // namespace

double StudentPValue(double t, double degrees_of_freedom) {
  return 2 * boost::math::cdf(Student(degrees_of_freedom), -std::abs(t));
}

double WelchTest::PValue() const {
  return problem == WelchProblem::kNone ? StudentPValue(t, degrees_of_freedom) : 1;
}

WelchTest TestMeans(const Moments& first, const Moments& second) {
  return TestMeans(SampleSummary{first.Mean(), first.Variance(), first.count()},
                   SampleSummary{second.Mean(), second.Variance(), second.count()});
}

WelchTest TestMeans(const SampleSummary& first, const SampleSummary& second) {
  WelchTest test;
  if (first.count < 2 || second.count < 2) {
    test.problem = WelchProblem::kTooFew;
    return test;
  }
  const double mean_1 = first.mean;
  const double mean_2 = second.mean;
  const double error_1 = first.variance / static_cast<double>(first.count);
  const double error_2 = second.variance / static_cast<double>(second.count);
  const double both = error_1 + error_2;
  const double degrees = both * both /
                         (error_1 * error_1 / static_cast<double>(first.count - 1) +
                          error_2 * error_2 / static_cast<double>(second.count - 1));
  const double largest = std::max(std::abs(mean_1), std::abs(mean_2));
  if (!std::isfinite(both) || !std::isfinite(largest)) {
    test.problem = WelchProblem::kNotFinite;
    return test;
  }
  const double error = std::sqrt(both);
  if (error < 10 * std::numeric_limits<double>::epsilon() * largest || error == 0) {
    test.problem = WelchProblem::kConstant;
    return test;
  }
  // The squares of the variances leave the range of a double for rates above 1e77.
  if (!std::isfinite(degrees)) {
    test.problem = WelchProblem::kNotFinite;
    return test;
  }
  test.t = (mean_1 - mean_2) / error;
  test.degrees_of_freedom = degrees;
  test.standard_error = error;
  return test;
}

RateComparison RateComparer::Compare(const Moments& old_rates, const Moments& new_rates) {
  return MakeRow(old_rates, new_rates, [this](double degrees) { return quantiles_.Of(degrees); });
}

RateComparison CompareRates(const Moments& old_rates, const Moments& new_rates) {
  return MakeRow(old_rates, new_rates, [](double degrees) {
    StudentQuantiles::Three widths;
    for (size_t i = 0; i < kCompareRisks.size(); ++i) {
      widths[i] = StudentQuantile(degrees, kCompareRisks[i]);
    }
    return widths;
  });
}

const char* Stars(double p_value) {
  return p_value < 0.001 ? "***" : p_value < 0.01 ? "**" : p_value < 0.05 ? "*" : "";
}

const char* Stars(const RateComparison& comparison) {
  if (comparison.test.problem != WelchProblem::kNone) return "";
  double p_value = 1;
  for (size_t i = 0; i < kCompareRisks.size(); ++i) {
    const double beyond =
        std::abs(comparison.improvement_percent) / std::abs(comparison.accuracy_percent[i]);
    // Too close to tell by numbers that are rounded, or not finite: see the p value itself.
    if (!(std::abs(beyond - 1) > 1e-9)) return Stars(comparison.test.PValue());
    if (beyond > 1) p_value = kCompareRisks[i] / 2;
  }
  return Stars(p_value);
}

double ExpectedFalsePositives(int64_t rows, double risk) {
  return static_cast<double>(rows) * risk;
}

}  // namespace benchcell
