#include "runners/stats/student_quantile.h"

#include <boost/math/constants/constants.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace benchcell {
namespace {

// Without the detour through long double, which costs ten times the time and brings digits that
// nothing here shows: what is left is right within 1e-12.
using Student = boost::math::students_t_distribution<
    double, boost::math::policies::policy<boost::math::policies::promote_double<false>>>;

// Chebyshev points of the second kind, from 1 to -1.
template <size_t kCount>
const std::array<double, kCount>& Points() {
  static const std::array<double, kCount> points = [] {
    std::array<double, kCount> made;
    for (size_t i = 0; i < kCount; ++i) {
      made[i] = std::cos(static_cast<double>(i) * boost::math::constants::pi<double>() /
                         static_cast<double>(kCount - 1));
    }
    return made;
  }();
  return points;
}

}  // namespace

double StudentQuantile(double degrees_of_freedom, double risk) {
  return boost::math::quantile(boost::math::complement(Student(degrees_of_freedom), risk / 2));
}

void StudentQuantiles::Make(double low, double high, Interval& interval) const {
  for (const double point : Points<kNodes>()) {
    const double inverse = (low + high) / 2 + point * (high - low) / 2;
    Three& logarithms = interval.emplace_back();
    for (size_t i = 0; i < risks_.size(); ++i) {
      logarithms[i] = std::log(StudentQuantile(1 / inverse, risks_[i]));
    }
  }
}

StudentQuantiles::Three StudentQuantiles::Of(double degrees_of_freedom) {
  Three quantiles;
  const double inverse = 1 / degrees_of_freedom;
  // inverse = fraction * 2^exponent with the fraction from 1/2 to 1.
  int exponent = 0;
  std::frexp(inverse, &exponent);
  if (inverse == 1) exponent = 0;
  const size_t place = static_cast<size_t>(-exponent);
  if (exponent > 0 || place >= intervals_.size()) {
    for (size_t i = 0; i < risks_.size(); ++i) {
      quantiles[i] = StudentQuantile(degrees_of_freedom, risks_[i]);
    }
    return quantiles;
  }
  const double high = std::ldexp(1.0, exponent);
  const double low = high / 2;
  Interval& interval = intervals_[place];
  if (interval.empty()) Make(low, high, interval);
  const double at = (2 * inverse - low - high) / (high - low);
  const std::array<double, kNodes>& points = Points<kNodes>();
  Three above = {};
  double below = 0;
  for (size_t node = 0; node < kNodes; ++node) {
    const double distance = at - points[node];
    if (distance == 0) {
      above = interval[node];
      below = 1;
      break;
    }
    const double end = node == 0 || node == kNodes - 1 ? 0.5 : 1;
    const double weight = (node % 2 == 0 ? end : -end) / distance;
    for (size_t i = 0; i < above.size(); ++i) above[i] += weight * interval[node][i];
    below += weight;
  }
  for (size_t i = 0; i < quantiles.size(); ++i) quantiles[i] = std::exp(above[i] / below);
  return quantiles;
}

}  // namespace benchcell
