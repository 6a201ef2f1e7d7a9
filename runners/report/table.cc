#include "runners/report/table.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "runners/design/nearest.h"
#include "runners/report/all_machines.h"
#include "runners/report/published_rows.h"
#include "runners/report/row.h"
#include "runners/stats/false_discovery.h"

namespace benchcell {
namespace {

using Records = std::vector<const v1::RunRecord*>;
// Machine and epoch.
using Place = std::pair<std::string, uint32_t>;

absl::StatusOr<v1::Metric> FindMetric(const v1::ExperimentRun& run, const std::string& name) {
  if (run.metric().empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("the run ", Quoted(run.id()), " has no metric; expected at least one"));
  }
  if (name.empty()) return run.metric(0);
  std::vector<std::string> names;
  for (const v1::Metric& metric : run.metric()) {
    if (metric.name() == name) return metric;
    names.push_back(metric.name());
  }
  return absl::InvalidArgumentError(
      absl::StrCat("unknown metric ", Quoted(name), "; expected ", OneOf(names, name)));
}

// Names of the benchmarks of a metric in the order in which the records first have them, those that
// failed included; one empty name if there are none.
std::vector<std::string> BenchmarksOf(const std::map<Place, Records>& places,
                                      const v1::Metric& metric) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const auto& [place, records] : places) {
    for (const v1::RunRecord* record : records) {
      if (metric.scope() != v1::BENCHMARK || record->status() != v1::OK) continue;
      for (const v1::Sample& sample : record->sample()) {
        if (sample.metric() != metric.name()) continue;
        if (seen.insert(sample.benchmark()).second) names.push_back(sample.benchmark());
      }
      for (const v1::BenchmarkFailure& failure : record->benchmark_failure()) {
        if (seen.insert(failure.benchmark()).second) names.push_back(failure.benchmark());
      }
    }
  }
  if (names.empty()) names.emplace_back();
  return names;
}

// Planned runs by cell and build.
using Planned = std::map<uint32_t, std::vector<int64_t>>;

Planned PlannedRuns(const v1::ExperimentRun& run, size_t builds) {
  Planned planned;
  for (const v1::Block& block : run.block()) {
    std::vector<int64_t>& runs = planned[block.cell()];
    runs.resize(builds);
    for (const v1::PlannedRun& one : block.run()) {
      if (one.build() < builds) ++runs[one.build()];
    }
  }
  return planned;
}

// Planned runs of a cell, by build, that no record tells of.
std::vector<int64_t> MissingRuns(std::vector<int64_t> planned, size_t builds,
                                 const std::map<Place, Records>& places) {
  planned.resize(builds);
  for (const auto& [place, records] : places) {
    for (const v1::RunRecord* record : records) --planned[record->planned().build()];
  }
  for (int64_t& runs : planned) runs = std::max<int64_t>(runs, 0);
  return planned;
}

bool Measured(const Records& records) {
  return std::any_of(records.begin(), records.end(),
                     [](const v1::RunRecord* record) { return record->status() == v1::OK; });
}

// Gives the records of no machine, which tell of blocks that were given up, to the only place that
// measured the cell, or else to its first. They stay by themselves where no machine has a record.
void PlaceRecordsOfNoMachine(std::map<Place, Records>& places) {
  const auto nowhere = places.find(Place());
  if (nowhere == places.end() || places.size() == 1) return;
  const Records records = std::move(nowhere->second);
  places.erase(nowhere);
  auto target = places.begin();
  const auto measured = [](const auto& place) { return Measured(place.second); };
  if (std::count_if(places.begin(), places.end(), measured) == 1) {
    target = std::find_if(places.begin(), places.end(), measured);
  }
  // At the end: the first record names the row's machine.
  target->second.insert(target->second.end(), records.begin(), records.end());
}

std::vector<TableRow> RowsOfCell(const RowContext& context, const v1::Cell& cell,
                                 const std::vector<int64_t>& planned,
                                 std::map<Place, Records> places) {
  const size_t builds = context.run.resolved().experiment().build_size();
  const std::vector<int64_t> missing = MissingRuns(planned, builds, places);
  const std::vector<int64_t> none(builds, 0);
  if (places.empty()) places[{}];
  PlaceRecordsOfNoMachine(places);
  const bool several = std::count_if(places.begin(), places.end(),
                                     [](const auto& place) { return Measured(place.second); }) > 1;
  std::vector<TableRow> rows;
  for (const std::string& benchmark : BenchmarksOf(places, context.metric)) {
    std::vector<TableRow> of_places;
    for (const auto& [place, records] : places) {
      // What is missing is missing once, not once for each machine.
      const bool first = of_places.empty();
      of_places.push_back(MakeRow(context, {&cell, benchmark, records, first ? missing : none}));
      if (several) of_places.back().kind = RowKind::kOneMachine;
    }
    // Counts are exact on each machine: there is nothing to estimate from all of them.
    if (several && builds > 1 && !context.metric.exact()) {
      rows.push_back(CombineMachines(of_places, context.options.confidence));
    }
    std::move(of_places.begin(), of_places.end(), std::back_inserter(rows));
  }
  return rows;
}

void AddQValues(std::vector<TableRow>& rows) {
  std::vector<double> p_values;
  std::vector<ChangeResult*> changes;
  for (TableRow& row : rows) {
    for (ChangeResult& change : row.changes) {
      const std::optional<double> p_value = change.PValue();
      if (row.kind == RowKind::kOneMachine || !p_value.has_value()) continue;
      p_values.push_back(*p_value);
      changes.push_back(&change);
    }
  }
  const std::vector<double> q_values = BenjaminiHochberg(p_values);
  for (size_t i = 0; i < changes.size(); ++i) changes[i]->q_value = q_values[i];
}

// Discovered cells need not have the same axes. Gives every row all axes that any row has, in the
// order in which they first come; one that a cell doesn't have is empty and shown as a dash.
void GiveAllAxes(Table& table) {
  std::vector<std::string> axes;
  for (const TableRow& row : table.rows) {
    for (const LevelText& level : row.levels) {
      if (std::find(axes.begin(), axes.end(), level.axis) == axes.end()) axes.push_back(level.axis);
    }
  }
  for (TableRow& row : table.rows) {
    std::vector<LevelText> levels;
    for (const std::string& axis : axes) {
      const auto found = std::find_if(row.levels.begin(), row.levels.end(),
                                      [&](const LevelText& level) { return level.axis == axis; });
      levels.push_back(found == row.levels.end() ? LevelText{axis, "", "–"} : *found);
    }
    row.levels = std::move(levels);
  }
}

// Whether a level is the row's benchmark, if it has one: each benchmark is a cell of its own then.
bool IsNamedByLevels(const TableRow& row) {
  return row.benchmark.empty() ||
         std::any_of(row.levels.begin(), row.levels.end(),
                     [&](const LevelText& level) { return level.level == row.benchmark; });
}

// Splits the axes into those that are the same in all rows and those that aren't. What runs
// observed of a level is part of it, but a row in which no run told doesn't make it different.
void SplitAxes(Table& table) {
  if (table.rows.empty()) return;
  for (size_t i = 0; i < table.rows.front().levels.size(); ++i) {
    std::set<std::string> levels;
    std::set<std::string> explained;
    for (const TableRow& row : table.rows) {
      const LevelText& level = row.levels[i];
      levels.insert(level.level);
      if (level.text != level.level) explained.insert(level.text);
    }
    LevelText shown = table.rows.front().levels[i];
    if (levels.size() > 1 || explained.size() > 1) {
      table.axes.push_back(shown.axis);
      continue;
    }
    if (!explained.empty()) shown.text = *explained.begin();
    table.constants.push_back(std::move(shown));
  }
}

}  // namespace

std::optional<RatioInterval> ChangeResult::Interval() const {
  if (stratified.has_value() && stratified->estimate.has_value()) {
    return stratified->estimate->interval;
  }
  if (unpaired.has_value()) return unpaired->interval;
  return paired.has_value() ? paired->interval : std::nullopt;
}

std::optional<double> ChangeResult::PValue() const {
  if (stratified.has_value() && stratified->estimate.has_value()) {
    return stratified->estimate->p_value;
  }
  if (unpaired.has_value()) return unpaired->p_value;
  // The one pair that there is goes one way or the other, whatever the builds are like.
  if (!paired.has_value() || paired->pairs < 2) return std::nullopt;
  return paired->p_value;
}

bool TableRow::Complete() const {
  return std::all_of(builds.begin(), builds.end(), [](const BuildResult& build) {
    return build.measured > 0 && build.measured >= build.planned;
  });
}

absl::StatusOr<Table> BuildTable(const v1::ExperimentRun& run, const TableOptions& options) {
  const absl::StatusOr<v1::Metric> metric = FindMetric(run, options.metric);
  if (!metric.ok()) return metric.status();
  const v1::Experiment& experiment = run.resolved().experiment();

  Table table;
  table.experiment = experiment.name();
  table.title = experiment.title();
  table.metric = *metric;
  table.confidence = options.confidence;
  table.goal = options.goal;
  table.rounds = experiment.protocol().rounds();
  table.unpaired = run.has_imported();
  for (const v1::Build& build : experiment.build()) table.builds.push_back(build.name());

  std::map<uint32_t, std::map<Place, Records>> by_cell;
  std::set<Place> all_places;
  for (const v1::RunRecord& record : run.record()) {
    if (record.superseded() || record.planned().build() >= table.builds.size()) continue;
    const bool nowhere = record.machine().empty();
    const Place place = nowhere ? Place() : Place(record.machine(), record.epoch());
    by_cell[record.cell()][place].push_back(&record);
    if (!nowhere) all_places.insert(place);
  }
  table.several_machines = all_places.size() > 1;

  std::map<int64_t, std::optional<double>> shifts;
  const RowContext context{run, table.metric, options, shifts};
  Planned planned = PlannedRuns(run, table.builds.size());
  for (const v1::Cell& cell : run.cell()) {
    for (TableRow& row : RowsOfCell(context, cell, planned[cell.index()], by_cell[cell.index()])) {
      table.has_benchmarks = table.has_benchmarks || !IsNamedByLevels(row);
      for (const ChangeResult& change : row.changes) {
        table.has_causes = table.has_causes || change.cause.has_value();
      }
      table.rows.push_back(std::move(row));
    }
  }
  AddQValues(table.rows);
  if (table.metric.name() == run.metric(0).name()) AddComparisons(run, table);
  GiveAllAxes(table);
  SplitAxes(table);
  return table;
}

int ExitCode(const Table& table) {
  for (const TableRow& row : table.rows) {
    if (!row.Complete()) return 1;
    for (const ChangeResult& change : row.changes) {
      if (!change.compared) return 1;
      if (change.comparison.has_value() && change.comparison->verdict == Verdict::kDiffers) {
        return 1;
      }
    }
  }
  return 0;
}

}  // namespace benchcell
