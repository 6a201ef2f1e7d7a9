#include "runners/stats/power.h"

#include <boost/math/constants/constants.hpp>
#include <boost/math/distributions/non_central_t.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "runners/stats/signed_rank.h"

namespace benchcell {
namespace {

using boost::math::normal;

// Above so many pairs the t distribution is a normal one for every purpose here.
constexpr int64_t kNormalPairs = 500;

// The smallest shift found with the wanted power, in standard deviations.
double StandardizedShift(int64_t pairs, double level, double power) {
  const double efficient_pairs = pairs * 3 / boost::math::constants::pi<double>();
  if (pairs > kNormalPairs) {
    return (boost::math::quantile(normal(), 1 - level / 2) +
            boost::math::quantile(normal(), power)) /
           std::sqrt(efficient_pairs);
  }
  const double freedom = static_cast<double>(pairs - 1);
  const double bound =
      boost::math::quantile(boost::math::complement(boost::math::students_t(freedom), level / 2));
  // The wrong tail is left out: with a power above one half it has no weight.
  double low = 0;
  double high = (bound + 10) / std::sqrt(efficient_pairs) + 10;
  for (int step = 0; step < 60; ++step) {
    const double shift = (low + high) / 2;
    const boost::math::non_central_t alternative(freedom, shift * std::sqrt(efficient_pairs));
    const double reached = boost::math::cdf(boost::math::complement(alternative, bound));
    (reached < power ? low : high) = shift;
  }
  return high;
}

}  // namespace

std::optional<double> DetectableShift(int64_t pairs, const TestGoal& goal) {
  const double level = SignedRankAttainedLevel(pairs, goal.alpha);
  if (level == 0) return std::nullopt;
  if (pairs <= kExactPairs && level == SmallestSignedRankPValue(pairs)) {
    return boost::math::quantile(normal(), std::pow(goal.power, 1.0 / pairs));
  }
  return StandardizedShift(pairs, level, goal.power);
}

std::optional<double> SmallestDetectableChange(int64_t pairs, double log_ratio_sd,
                                               const TestGoal& goal) {
  const std::optional<double> shift = DetectableShift(pairs, goal);
  if (!shift.has_value()) return std::nullopt;
  return std::expm1(*shift * log_ratio_sd);
}

std::optional<int64_t> PairsToDetect(double change, double log_ratio_sd, const TestGoal& goal,
                                     int64_t most) {
  const double wanted = std::expm1(std::abs(std::log1p(change)));
  const auto enough = [&](int64_t pairs) {
    const std::optional<double> detectable = SmallestDetectableChange(pairs, log_ratio_sd, goal);
    return detectable.has_value() && *detectable <= wanted;
  };
  // The attained level jumps, so one more pair can find a little less: small numbers are all tried.
  for (int64_t pairs = 1; pairs <= kExactPairs && pairs <= most; ++pairs) {
    if (enough(pairs)) return pairs;
  }
  if (most <= kExactPairs || !enough(most)) return std::nullopt;
  int64_t low = kExactPairs;
  int64_t high = most;
  while (high - low > 1) {
    const int64_t middle = low + (high - low) / 2;
    (enough(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace benchcell
