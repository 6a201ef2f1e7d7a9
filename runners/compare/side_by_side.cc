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

struct Pairs {
  std::vector<Pair> pairs;
  bool has_ratio = true;  // all rates above 0
};

Pairs PairUp(const RateSeries& baseline, const RateSeries& changed) {
  Pairs result;
  for (size_t i = 0; i < baseline.samples.size(); ++i) {
    const Pair pair{baseline.samples[i], changed.samples[i]};
    if (std::isnan(pair.baseline) || std::isnan(pair.changed)) continue;
    result.has_ratio = result.has_ratio && pair.baseline > 0 && pair.changed > 0;
    result.pairs.push_back(pair);
  }
  return result;
}

// Of the logarithms; absent if a rate has none.
std::optional<Moments> LogMoments(const RateSeries& series) {
  Moments moments;
  for (const double sample : series.samples) {
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
                                          ComparisonRow& row) {
  const std::optional<Moments> logs = LogMoments(*baseline.series);
  const std::optional<Moments> changed_logs = LogMoments(*changed.series);
  if (!logs.has_value() || !changed_logs.has_value()) {
    row.notes.push_back("a rate of 0 or less has no ratio");
  } else if (baseline.series->samples.size() != changed.series->samples.size()) {
    row.notes.push_back(absl::StrCat(baseline.series->samples.size(), " rows of ", baseline.binary,
                                     " and ", changed.series->samples.size(), " of ",
                                     changed.binary, " are no pairs: p is that of the t test"));
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
  if (baseline.series->samples.size() == changed.series->samples.size()) {
    const Pairs pairs = PairUp(*baseline.series, *changed.series);
    if (pairs.has_ratio && !pairs.pairs.empty()) {
      const absl::StatusOr<PairedRatio> paired = statistics.paired().Estimate(pairs.pairs);
      if (paired.ok()) {
        UsePairs(*paired, statistics, row);
        if (stratum != nullptr) *stratum = StratumOfPairs(*paired, statistics.confidence());
        return;
      }
    }
  }
  const std::optional<StratumEstimate> of_samples = UseSamples(baseline, changed, row);
  if (stratum != nullptr) *stratum = of_samples;
}

}  // namespace benchcell
