#include "runners/compare/side_by_side.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runners/compare/rate.h"

namespace benchcell {
namespace {

int64_t Numbers(const Side& side) {
  return side.series == nullptr ? 0 : side.series->rates.count();
}

std::string Samples(int64_t count) {
  return absl::StrCat(count == 0 ? "no" : absl::StrCat(count), count == 1 ? " sample" : " samples");
}

// What is no number among the rates of a side, by kind.
void NoteWhatIsNoNumber(const Side& side, std::vector<std::string>& notes) {
  if (side.series == nullptr) {
    notes.push_back(absl::StrCat("no row of ", side.binary));
    return;
  }
  const int64_t all = side.series->count();
  for (const RateKind kind :
       {RateKind::kNan, RateKind::kMissing, RateKind::kNull, RateKind::kInfinite}) {
    const int64_t some = side.series->count(kind);
    if (some == 0) continue;
    notes.push_back(absl::StrCat(some, " of ", all, all == 1 ? " rate of " : " rates of ",
                                 side.binary, some == 1 ? " is " : " are ", RateWords(kind),
                                 ": left out"));
  }
}

void NoteWhyNoWelchTest(const Side& baseline, const Side& changed, WelchProblem problem,
                        std::vector<std::string>& notes) {
  switch (problem) {
    case WelchProblem::kNone:
      return;
    case WelchProblem::kTooFew:
      notes.push_back(absl::StrCat(Samples(Numbers(baseline)), " of ", baseline.binary, " and ",
                                   Samples(Numbers(changed)), " of ", changed.binary,
                                   ": a t test needs two of each"));
      return;
    case WelchProblem::kConstant:
      notes.push_back("the same rate in every run of each binary: no t test");
      return;
    case WelchProblem::kNotFinite:
      notes.push_back("rates too large to square: no t test");
      return;
  }
}

// Fills `samples.pairs`. Whether all rates are above 0: otherwise there is no ratio.
bool PairUp(RowSamples& samples) {
  samples.pairs.clear();
  for (size_t i = 0; i < samples.baseline.size(); ++i) {
    const Pair pair{samples.baseline[i], samples.changed[i]};
    if (std::isnan(pair.baseline) || std::isnan(pair.changed)) continue;
    if (pair.baseline <= 0 || pair.changed <= 0) return false;
    samples.pairs.push_back(pair);
  }
  return true;
}

// Of the logarithms; absent if a rate has none.
std::optional<Moments> LogMoments(const std::vector<double>& samples) {
  Moments moments;
  for (const double sample : samples) {
    if (std::isnan(sample)) continue;
    if (sample <= 0) return std::nullopt;
    moments.Add(std::log(sample));
  }
  return moments;
}

void UsePairs(const PairedRatio& paired, RowStatistics& statistics, ComparisonRow& row) {
  row.ratio = paired.ratio;
  row.interval = paired.interval;
  row.p_value = paired.p_value;
  const std::optional<double> shift = statistics.DetectableShiftOf(paired.pairs);
  if (shift.has_value() && paired.log_ratio_sd.has_value()) {
    row.smallest_detectable = std::expm1(*shift * *paired.log_ratio_sd);
  }
  if (!paired.interval.has_value()) {
    row.notes.push_back(absl::StrCat(paired.pairs, paired.pairs == 1 ? " pair is" : " pairs are",
                                     " too few for an interval"));
  }
}

std::optional<StratumEstimate> UseSamples(const Side& baseline, const Side& changed,
                                          const RowSamples& samples, ComparisonRow& row) {
  const std::optional<Moments> logs = LogMoments(samples.baseline);
  const std::optional<Moments> changed_logs = LogMoments(samples.changed);
  if (!logs.has_value() || !changed_logs.has_value()) {
    row.notes.push_back("a rate of 0 or less has no ratio");
  } else if (samples.baseline.size() != samples.changed.size()) {
    row.notes.push_back(absl::StrCat(samples.baseline.size(), " rows of ", baseline.binary, " and ",
                                     samples.changed.size(), " of ", changed.binary,
                                     " are no pairs: p is that of the t test"));
  }
  const WelchTest& test = row.rates->test;
  if (test.problem == WelchProblem::kNone) row.p_value = test.PValue();
  if (!logs.has_value() || !changed_logs.has_value()) return std::nullopt;
  return StratumOfSamples(*logs, *changed_logs);
}

}  // namespace

std::optional<double> RowStatistics::DetectableShiftOf(int64_t pairs) {
  const auto known = shifts_.find(pairs);
  if (known != shifts_.end()) return known->second;
  return shifts_.emplace(pairs, DetectableShift(pairs, goal_)).first->second;
}

void CompareSides(const Side& baseline, const Side& changed, RowStatistics& statistics,
                  ComparisonRow& row, std::optional<StratumEstimate>* stratum) {
  if (stratum != nullptr) stratum->reset();
  row.baseline_count = Numbers(baseline);
  row.changed_count = Numbers(changed);
  NoteWhatIsNoNumber(baseline, row.notes);
  NoteWhatIsNoNumber(changed, row.notes);
  if (row.baseline_count == 0 || row.changed_count == 0) return;
  row.rates = statistics.rates().Compare(baseline.series->rates, changed.series->rates);
  NoteWhyNoWelchTest(baseline, changed, row.rates->test.problem, row.notes);
  RowSamples& samples = statistics.samples();
  baseline.series->samples.CopyTo(samples.baseline);
  changed.series->samples.CopyTo(samples.changed);
  const bool may_pair = samples.baseline.size() == samples.changed.size();
  if (may_pair && PairUp(samples) && !samples.pairs.empty()) {
    const absl::StatusOr<PairedRatio> paired = statistics.paired().Estimate(samples.pairs);
    if (paired.ok()) {
      UsePairs(*paired, statistics, row);
      if (stratum != nullptr) *stratum = StratumOfPairs(*paired, statistics.confidence());
      return;
    }
  }
  const std::optional<StratumEstimate> of_samples = UseSamples(baseline, changed, samples, row);
  if (stratum != nullptr) *stratum = of_samples;
}

}  // namespace benchcell
