// Does a change measured here agree with the one that was published?

#ifndef BENCHCELL_RUNNERS_REPORT_VERDICT_H_
#define BENCHCELL_RUNNERS_REPORT_VERDICT_H_

#include <optional>
#include <string>

#include "benchcell/v1/experiment.pb.h"
#include "runners/stats/paired.h"

namespace benchcell {

enum class Verdict { kAgrees, kDiffers, kTooNoisy };

// Per cent, both ends included.
struct PercentRange {
  double low = 0;
  double high = 0;
};

// Percentage points, where an experiment doesn't say: the published machine is rarely the one at
// hand.
inline constexpr double kDefaultTolerancePoints = 10;

// The experiment's tolerance, or the default where it gives none.
double TolerancePoints(const v1::Published& published);

// What counts as agreement: from the smallest to the largest of the published change and the
// changes of its rounds, widened by the tolerance. A change published as "~0" is 0.
PercentRange AgreementRange(const v1::PublishedChange& published, double tolerance_points);

// kAgrees if the whole interval of the change lies in the range, kDiffers if all of it lies
// outside, kTooNoisy if it reaches over an end of the range, or if there is none. This is the
// equivalence test with two one-sided tests (Schuirmann 1987), read from the interval.
Verdict Judge(const PercentRange& range, const std::optional<RatioInterval>& interval);

// `agrees`, `differs`, `too noisy to tell`.
std::string VerdictWords(Verdict verdict);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_VERDICT_H_
