#include "runners/interchange/series.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runners/design/nearest.h"

namespace benchcell {
namespace {

using Place = std::pair<std::string, uint32_t>;

bool Counts(const v1::RunRecord& record) {
  return !record.superseded() && record.status() == v1::OK;
}

// For each build of the run its place in the output, or -1.
absl::StatusOr<std::vector<int>> PlacesOf(const v1::ExperimentRun& run,
                                          const std::vector<std::string>& wanted) {
  std::vector<std::string> names;
  for (const v1::Build& build : run.resolved().experiment().build()) names.push_back(build.name());
  std::vector<int> places(names.size(), -1);
  for (size_t i = 0; i < names.size() && wanted.empty(); ++i) places[i] = static_cast<int>(i);
  for (size_t i = 0; i < wanted.size(); ++i) {
    const auto found = std::find(names.begin(), names.end(), wanted[i]);
    if (found == names.end()) {
      return absl::InvalidArgumentError(absl::StrCat("the run has no build ", Quoted(wanted[i]),
                                                     "; expected ", OneOf(names, wanted[i])));
    }
    places[found - names.begin()] = static_cast<int>(i);
  }
  return places;
}

bool HasSeveralPlaces(const v1::ExperimentRun& run) {
  std::set<Place> places;
  for (const v1::RunRecord& record : run.record()) {
    if (Counts(record)) places.insert({record.machine(), record.epoch()});
  }
  return places.size() > 1;
}

bool NeedsQuotes(const std::string& text) {
  return text.empty() || text.front() == ' ' || text.back() == ' ' ||
         std::any_of(text.begin(), text.end(), [](char c) {
           return std::string_view(",=\"[]").find(c) != std::string_view::npos ||
                  static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
         });
}

std::string InName(const std::string& text) {
  return NeedsQuotes(text) ? nlohmann::json(text).dump() : text;
}

class Collector {
 public:
  // `build_places`: for each build of the run its place in the output, or -1.
  Collector(const v1::ExperimentRun& run, const v1::Metric& metric, std::vector<int> build_places)
      : run_(run),
        metric_(metric),
        build_places_(std::move(build_places)),
        several_places_(HasSeveralPlaces(run)) {
    for (const v1::Cell& cell : run.cell()) {
      cells_.try_emplace(cell.index(), std::pair(cells_.size(), &cell));
    }
  }

  std::vector<Series> Collect() {
    for (const v1::RunRecord* record : RecordsInOrder()) {
      for (const v1::Sample& sample : record->sample()) {
        if (sample.metric() == metric_.name()) Add(*record, sample);
      }
    }
    std::vector<Series> all;
    for (auto& [key, series] : by_key_) all.push_back(std::move(series));
    return all;
  }

 private:
  // Cell, benchmark, machine and epoch, build: each by its place in the output.
  using Key = std::tuple<size_t, size_t, Place, int>;

  std::vector<const v1::RunRecord*> RecordsInOrder() const {
    std::vector<const v1::RunRecord*> records;
    for (const v1::RunRecord& record : run_.record()) {
      const uint32_t build = record.planned().build();
      if (!Counts(record) || cells_.count(record.cell()) == 0) continue;
      if (build < build_places_.size() && build_places_[build] >= 0) records.push_back(&record);
    }
    std::stable_sort(records.begin(), records.end(), [](const auto* a, const auto* b) {
      return std::tuple(a->round(), a->planned().position()) <
             std::tuple(b->round(), b->planned().position());
    });
    return records;
  }

  void Add(const v1::RunRecord& record, const v1::Sample& sample) {
    const auto& [cell_place, cell] = cells_.at(record.cell());
    // Benchmarks are counted as they first come in a cell.
    const size_t benchmark =
        benchmarks_.emplace(std::pair(record.cell(), sample.benchmark()), benchmarks_.size())
            .first->second;
    const int build = static_cast<int>(record.planned().build());
    Series& series = by_key_[Key(cell_place, benchmark, Place(record.machine(), record.epoch()),
                                 build_places_[build])];
    if (series.records.empty()) {
      series.build = run_.resolved().experiment().build(build).name();
      series.levels = LevelsOf(*cell, record, sample);
    }
    // A run that gives one benchmark twice is counted once, as in the table.
    if (!series.records.empty() && series.records.back() == &record) return;
    series.records.push_back(&record);
    series.values.push_back(sample.value());
  }

  SeriesLevels LevelsOf(const v1::Cell& cell, const v1::RunRecord& record,
                        const v1::Sample& sample) const {
    SeriesLevels levels;
    for (const v1::Level& level : cell.level()) levels.emplace_back(level.axis(), level.level());
    if (!sample.benchmark().empty()) levels.emplace_back("benchmark", sample.benchmark());
    if (several_places_) {
      levels.emplace_back("machine", record.machine());
      levels.emplace_back("epoch", absl::StrCat(record.epoch()));
    }
    return levels;
  }

  const v1::ExperimentRun& run_;
  const v1::Metric& metric_;
  const std::vector<int> build_places_;
  const bool several_places_;
  // By index: the place of the cell, and the cell.
  std::map<uint32_t, std::pair<size_t, const v1::Cell*>> cells_;
  std::map<std::pair<uint32_t, std::string>, size_t> benchmarks_;
  std::map<Key, Series> by_key_;
};

}  // namespace

absl::StatusOr<std::vector<Series>> SeriesOf(const v1::ExperimentRun& run, const v1::Metric& metric,
                                             const std::vector<std::string>& builds) {
  const absl::StatusOr<std::vector<int>> places = PlacesOf(run, builds);
  if (!places.ok()) return places.status();
  return Collector(run, metric, *places).Collect();
}

absl::StatusOr<std::vector<v1::Metric>> ChooseMetrics(const v1::ExperimentRun& run,
                                                      const ExportChoice& choice) {
  std::vector<v1::Metric> metrics;
  std::vector<std::string> names;
  for (const v1::Metric& metric : run.metric()) {
    if (choice.metric.empty() || metric.name() == choice.metric) metrics.push_back(metric);
    names.push_back(metric.name());
  }
  if (!metrics.empty()) return metrics;
  return absl::InvalidArgumentError(absl::StrCat("unknown metric ", Quoted(choice.metric),
                                                 "; expected ", OneOf(names, choice.metric)));
}

absl::StatusOr<v1::Metric> ChooseMetric(const v1::ExperimentRun& run, const ExportChoice& choice,
                                        const std::string& unit) {
  const absl::StatusOr<std::vector<v1::Metric>> metrics = ChooseMetrics(run, choice);
  if (!metrics.ok()) return metrics.status();
  const auto found = std::find_if(metrics->begin(), metrics->end(), [&](const v1::Metric& metric) {
    return unit.empty() || metric.unit() == unit;
  });
  if (found != metrics->end()) return *found;
  std::vector<std::string> units;
  for (const v1::Metric& metric : *metrics) {
    units.push_back(absl::StrCat(metric.name(), " in ", metric.unit()));
  }
  return absl::InvalidArgumentError(
      absl::StrCat("found ", absl::StrJoin(units, ", "), ", expected a metric in ", unit));
}

std::string SeriesName(const Series& series) {
  std::string name;
  for (const auto& [axis, level] : series.levels) {
    absl::StrAppend(&name, name.empty() ? "" : ", ", InName(axis), "=", InName(level));
  }
  return absl::StrCat(name, name.empty() ? "[" : " [", InName(series.build), "]");
}

std::vector<std::string> FailuresLeftOut(const v1::ExperimentRun& run) {
  const auto failed = std::count_if(run.record().begin(), run.record().end(), [](const auto& each) {
    return !each.superseded() && each.status() != v1::OK;
  });
  if (failed == 0) return {};
  return {absl::StrCat(failed, failed == 1 ? " run that failed is" : " runs that failed are",
                       " left out.")};
}

}  // namespace benchcell
