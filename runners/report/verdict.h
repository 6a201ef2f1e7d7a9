// Does a change measured here agree with the one that was published?

#ifndef BENCHCELL_RUNNERS_REPORT_VERDICT_H_
#define BENCHCELL_RUNNERS_REPORT_VERDICT_H_

#include <optional>
#include <string>

#include "benchcell/v1/experiment.pb.h"
#include "benchcell/v1/metric.pb.h"
#include "runners/stats/paired.h"

namespace benchcell {

enum class Verdict {
  kAgrees,
  kDiffers,
  kTooNoisy,
  // The builds were not compared: see Metric.comparable.
  kNotCompared,
};

// Whether a change has the cause that was published; kNotAsked unless it agrees in direction and a
// cause was published.
enum class CauseVerdict { kNotAsked, kSame, kOther, kNotTold };

// Per cent, both ends included.
struct PercentRange {
  double low = 0;
  double high = 0;
};

// A published change and what it is held against.
struct PublishedComparison {
  v1::PublishedChange published;
  // SIZE or DIRECTION.
  v1::Standard standard = v1::SIZE;
  // What counts as agreement; absent where only the direction does.
  std::optional<PercentRange> range;
  Verdict verdict = Verdict::kTooNoisy;
  CauseVerdict cause = CauseVerdict::kNotAsked;
  // Counts are the same here.
  bool no_change = false;
};

// Percentage points, where an experiment doesn't say: the published machine is rarely the one at
// hand.
inline constexpr double kDefaultTolerancePoints = 10;

// The experiment's tolerance, or the default where it gives none.
double TolerancePoints(const v1::Published& published);

// What counts as agreement in size: from the smallest to the largest of the published change and
// the changes of its rounds, widened by the tolerance. A change published as "~0" is 0.
PercentRange AgreementRange(const v1::PublishedChange& published, double tolerance_points);

// kAgrees if the whole interval of the change lies in the range, kDiffers if all of it lies
// outside, kTooNoisy if it reaches over an end of the range, or if there is none. This is the
// equivalence test with two one-sided tests (Schuirmann 1987), read from the interval.
Verdict Judge(const PercentRange& range, const std::optional<RatioInterval>& interval);

// What was measured, as far as a verdict needs it.
struct MeasuredChange {
  // See Metric.comparable.
  bool compared = true;
  // A point for counts.
  std::optional<RatioInterval> interval = {};
  // Whether profiles tell where the change comes from, and the kind that most of it comes from.
  bool has_cause = false;
  std::optional<v1::FrameKind> main_kind = {};
};

// The published change as `published.standard` asks, held against the one measured here.
//
// SIZE: Judge with the AgreementRange. DIRECTION: a change published as "~0" or smaller than the
// tolerance has to be so here, which is Judge with the tolerance either way. Any other: kAgrees if
// all of the interval is on the published side of no change, kDiffers if none of it is, kTooNoisy
// otherwise; and one that agrees has to have the published cause, if there is one: kDiffers if
// most of it comes from elsewhere.
PublishedComparison Compare(const v1::Published& published, const v1::PublishedChange& change,
                            const MeasuredChange& measured);

// `agrees`, `differs`, `too noisy to tell`; by direction `same direction`, `other direction`,
// `no change here`, `still about zero`, `no longer about zero`, with `same cause`, `other cause` or
// `cause not told` where one was published.
std::string VerdictWords(const PublishedComparison& comparison);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_VERDICT_H_
