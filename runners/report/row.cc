#include "runners/report/row.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runners/stats/median.h"

namespace benchcell {
namespace {

// Round and index of a run.
using RunKey = std::pair<uint32_t, uint32_t>;
// The measured values of one build.
using Values = std::map<RunKey, double>;

std::optional<double> SampleOf(const v1::RunRecord& record, const std::string& metric,
                               const std::string& benchmark) {
  if (record.status() != v1::OK) return std::nullopt;
  for (const v1::Sample& sample : record.sample()) {
    if (sample.metric() == metric && sample.benchmark() == benchmark) return sample.value();
  }
  return std::nullopt;
}

std::vector<double> ListOf(const Values& values) {
  std::vector<double> list;
  for (const auto& [key, value] : values) list.push_back(value);
  return list;
}

std::optional<double> MedianOf(const Values& values) { return Median(ListOf(values)); }

std::optional<double> MedianOfRound(const Values& values, uint32_t round) {
  std::vector<double> list;
  for (const auto& [key, value] : values) {
    if (key.first == round) list.push_back(value);
  }
  return Median(std::move(list));
}

std::optional<double> Ratio(std::optional<double> changed, std::optional<double> baseline) {
  if (!changed.has_value() || !baseline.has_value() || *baseline == 0) return std::nullopt;
  return *changed / *baseline;
}

// `11 (default)`: what the runs observed, where that isn't the level's own text.
LevelText ShowLevel(const v1::Level& level, const std::vector<const v1::RunRecord*>& records) {
  std::vector<std::string> observed;
  for (const v1::RunRecord* record : records) {
    const auto found = record->observed().find(level.axis());
    if (found == record->observed().end()) continue;
    if (std::find(observed.begin(), observed.end(), found->second) == observed.end()) {
      observed.push_back(found->second);
    }
  }
  LevelText shown{level.axis(), level.level(), level.level()};
  if (observed.empty() || (observed.size() == 1 && observed[0] == level.level())) return shown;
  std::string values;
  for (const std::string& value : observed) {
    absl::StrAppend(&values, values.empty() ? "" : "/", value);
  }
  shown.text = absl::StrCat(values, " (", level.level(), ")");
  return shown;
}

// The measured runs of a build.
struct Side {
  Values values;
  std::vector<const v1::RunRecord*> records;
};

std::vector<const v1::Profile*> ProfilesOf(const Side& side, const std::string& metric,
                                           const std::string& benchmark) {
  std::vector<const v1::Profile*> profiles;
  for (const v1::RunRecord* record : side.records) {
    for (const v1::Profile& profile : record->profile()) {
      if (profile.metric() == metric && profile.benchmark() == benchmark) {
        profiles.push_back(&profile);
      }
    }
  }
  return profiles;
}

void AddExactChange(const RowContext& context, const std::string& benchmark, const Side& baseline,
                    const Side& changed, ChangeResult& change) {
  change.exact = CompareExactly(ListOf(baseline.values), ListOf(changed.values));
  if (!change.exact.has_value() || change.exact->outcome != ExactOutcome::kMoved) return;
  const std::string& metric = context.metric.name();
  change.cause =
      FindCause(ProfilesOf(baseline, metric, benchmark), ProfilesOf(changed, metric, benchmark));
}

void AddPairs(const RowContext& context, const Values& baseline, const Values& changed,
              ChangeResult& change) {
  const uint32_t rounds = context.run.resolved().experiment().protocol().rounds();
  for (uint32_t round = 0; round < rounds; ++round) {
    change.round_ratio.push_back(
        Ratio(MedianOfRound(changed, round), MedianOfRound(baseline, round)));
  }
  std::vector<Pair> pairs;
  for (const auto& [key, value] : baseline) {
    const auto partner = changed.find(key);
    if (partner != changed.end()) pairs.push_back({value, partner->second});
  }
  const auto paired = EstimatePairedRatio(pairs, context.options.confidence);
  if (!paired.ok()) return;
  change.paired = *paired;
  if (!paired->log_ratio_sd.has_value()) return;
  auto shift = context.shifts.find(paired->pairs);
  if (shift == context.shifts.end()) {
    shift =
        context.shifts.emplace(paired->pairs, DetectableShift(paired->pairs, context.options.goal))
            .first;
  }
  if (shift->second.has_value()) {
    change.smallest_detectable = std::expm1(*shift->second * *paired->log_ratio_sd);
  }
}

void AddUnpaired(const RowContext& context, const Values& baseline, const Values& changed,
                 ChangeResult& change) {
  const auto unpaired =
      EstimateUnpairedRatio(ListOf(baseline), ListOf(changed), context.options.confidence);
  if (unpaired.ok()) change.unpaired = *unpaired;
}

ChangeResult MakeChange(const RowContext& context, const std::string& build,
                        const std::string& benchmark, const Side& baseline, const Side& changed) {
  ChangeResult change;
  change.build = build;
  change.unlike = FindUnlike(context.metric, baseline.records, changed.records);
  const bool compare_unlike = context.options.compare_unlike ||
                              context.run.resolved().experiment().protocol().compare_unlike();
  change.compared = change.unlike.empty() || compare_unlike;
  if (!change.compared) return change;
  change.ratio = Ratio(MedianOf(changed.values), MedianOf(baseline.values));
  if (context.metric.exact()) {
    AddExactChange(context, benchmark, baseline, changed, change);
  } else if (context.run.has_imported()) {
    AddUnpaired(context, baseline.values, changed.values, change);
  } else {
    AddPairs(context, baseline.values, changed.values, change);
  }
  return change;
}

void AddFailure(std::vector<FailureResult>& failures, const std::string& build,
                v1::RunStatus status, const std::string& message) {
  for (FailureResult& failure : failures) {
    if (failure.build != build || failure.status != status) continue;
    ++failure.runs;
    return;
  }
  failures.push_back({build, status, 1, message});
}

// How the run failed, or this benchmark of a run whose others were measured.
void AddFailuresOf(const v1::RunRecord& record, const std::string& benchmark,
                   const std::string& build, std::vector<FailureResult>& failures) {
  if (record.status() != v1::OK) AddFailure(failures, build, record.status(), record.message());
  for (const v1::BenchmarkFailure& failure : record.benchmark_failure()) {
    if (record.status() != v1::OK || benchmark.empty()) continue;
    if (failure.benchmark() != benchmark) continue;
    AddFailure(failures, build, failure.status(), failure.message());
  }
}

}  // namespace

TableRow MakeRow(const RowContext& context, const RowSource& source) {
  const auto& builds = context.run.resolved().experiment().build();
  TableRow row;
  row.cell = source.cell->index();
  row.benchmark = source.benchmark;
  if (!source.records.empty()) {
    row.machine = source.records.front()->machine();
    row.epoch = source.records.front()->epoch();
  }
  for (const v1::Level& level : source.cell->level()) {
    row.levels.push_back(ShowLevel(level, source.records));
  }
  std::vector<Side> sides(builds.size());
  for (int build = 0; build < builds.size(); ++build) {
    row.builds.push_back({builds[build].name(), source.missing[build]});
  }
  for (const v1::RunRecord* record : source.records) {
    const uint32_t build = record->planned().build();
    ++row.builds[build].planned;
    row.later_attempts += record->attempt() > 1;
    AddFailuresOf(*record, source.benchmark, builds[build].name(), row.failures);
    const auto value = SampleOf(*record, context.metric.name(), source.benchmark);
    if (!value.has_value()) continue;
    sides[build].values[{record->round(), record->planned().index()}] = *value;
    sides[build].records.push_back(record);
  }
  // By build, so that the notes of a row are in the order of its columns.
  std::stable_sort(
      row.failures.begin(), row.failures.end(),
      [&](const FailureResult& a, const FailureResult& b) {
        const auto place = [&](const FailureResult& failure) {
          return std::find_if(builds.begin(), builds.end(),
                              [&](const auto& build) { return build.name() == failure.build; }) -
                 builds.begin();
        };
        return place(a) < place(b);
      });
  for (int build = 0; build < builds.size(); ++build) {
    const Values& values = sides[build].values;
    row.builds[build].measured = static_cast<int64_t>(values.size());
    row.builds[build].median = MedianOf(values);
    if (context.metric.exact()) row.builds[build].spread = SpreadOf(ListOf(values));
    if (build == 0) continue;
    row.changes.push_back(
        MakeChange(context, builds[build].name(), source.benchmark, sides[0], sides[build]));
  }
  return row;
}

}  // namespace benchcell
