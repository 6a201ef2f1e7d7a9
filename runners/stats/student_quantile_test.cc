#include "runners/stats/student_quantile.h"

#include <gtest/gtest.h>

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace benchcell {
namespace {

constexpr StudentQuantiles::Three kRisks = {0.05, 0.01, 0.001};

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
  StudentQuantiles quantiles(kRisks);
  for (double freedom = 1; freedom < 5e6; freedom *= 1.0137) {
    const StudentQuantiles::Three three = quantiles.Of(freedom);
    for (size_t i = 0; i < kRisks.size(); ++i) {
      const double precise = static_cast<double>(
          boost::math::quantile(boost::math::complement(Precise(freedom), kRisks[i] / 2.0L)));
      EXPECT_NEAR(StudentQuantile(freedom, kRisks[i]) / precise, 1, 1e-12) << freedom << " " << i;
      EXPECT_NEAR(three[i] / precise, 1, 1e-12) << freedom << " " << i;
    }
  }
}

TEST(StudentQuantileTest, TheEndsOfTheIntervalsAreNoSpecialPlace) {
  StudentQuantiles quantiles(kRisks);
  for (const double freedom : {0.3, 0.999, 1.0, 1.001, 2.0, 4.0, 1024.0, 1048576.0, 1e12}) {
    const StudentQuantiles::Three three = quantiles.Of(freedom);
    for (size_t i = 0; i < kRisks.size(); ++i) {
      EXPECT_NEAR(three[i] / StudentQuantile(freedom, kRisks[i]), 1, 1e-12) << freedom << " " << i;
    }
  }
}

}  // namespace
}  // namespace benchcell
