#include "runners/stats/unpaired.h"

#include <cmath>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "runners/stats/moments.h"
#include "runners/stats/student_quantile.h"
#include "runners/stats/welch.h"

namespace benchcell {
namespace {

absl::StatusOr<Moments> LogMoments(const std::vector<double>& values) {
  if (values.empty()) return absl::InvalidArgumentError("no value to estimate a ratio from");
  Moments moments;
  for (const double value : values) {
    if (!std::isfinite(value) || value <= 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("found the value ", value, "; a ratio needs finite values above 0"));
    }
    moments.Add(std::log(value));
  }
  return moments;
}

}  // namespace

absl::StatusOr<UnpairedRatio> EstimateUnpairedRatio(const std::vector<double>& baseline,
                                                    const std::vector<double>& changed,
                                                    double confidence) {
  const absl::StatusOr<Moments> before = LogMoments(baseline);
  if (!before.ok()) return before.status();
  const absl::StatusOr<Moments> after = LogMoments(changed);
  if (!after.ok()) return after.status();
  UnpairedRatio result;
  result.baseline_runs = before->count();
  result.changed_runs = after->count();
  const double shift = after->Mean() - before->Mean();
  result.ratio = std::exp(shift);
  const WelchTest test = TestMeans(*after, *before);
  if (test.problem != WelchProblem::kNone) return result;
  const double half_width =
      StudentQuantile(test.degrees_of_freedom, 1 - confidence) * test.standard_error;
  result.interval = RatioInterval{std::exp(shift - half_width), std::exp(shift + half_width)};
  result.p_value = test.PValue();
  return result;
}

}  // namespace benchcell
