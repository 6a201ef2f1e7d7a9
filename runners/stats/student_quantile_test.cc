#include "runners/stats/student_quantile.h"

#include <gtest/gtest.h>

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace benchcell {
namespace {

constexpr double kRisks[] = {0.05, 0.01, 0.001};

TEST(StudentQuantileTest, OneAndTwoDegreesOfFreedomHaveClosedForms) {
  for (const double risk : kRisks) {
    const double one = std::tan(3.14159265358979323846 * (1 - risk) / 2);
    EXPECT_NEAR(StudentQuantile(1, risk) / one, 1, 1e-11);
    const double two = (1 - risk) * std::sqrt(2 / (risk * (2 - risk)));
    EXPECT_NEAR(StudentQuantile(2, risk) / two, 1, 1e-12);
  }
}

// Against Boost's most precise arithmetic.
TEST(StudentQuantileTest, HasTwelveDigits) {
  using Precise = boost::math::students_t_distribution<long double>;
  for (const double risk : kRisks) {
    StudentQuantiles quantiles(risk);
    for (double freedom = 1; freedom < 5e6; freedom *= 1.0137) {
      const double precise = static_cast<double>(
          boost::math::quantile(boost::math::complement(Precise(freedom), risk / 2.0L)));
      EXPECT_NEAR(StudentQuantile(freedom, risk) / precise, 1, 1e-12) << freedom << " " << risk;
      EXPECT_NEAR(quantiles.Of(freedom) / precise, 1, 1e-12) << freedom << " " << risk;
    }
  }
}

TEST(StudentQuantileTest, TheEndsOfTheIntervalsAreNoSpecialPlace) {
  StudentQuantiles quantiles(0.01);
  for (const double freedom : {0.3, 0.999, 1.0, 1.001, 2.0, 4.0, 1024.0, 1048576.0, 1e12}) {
    EXPECT_NEAR(quantiles.Of(freedom) / StudentQuantile(freedom, 0.01), 1, 1e-12) << freedom;
  }
}

}  // namespace
}  // namespace benchcell
