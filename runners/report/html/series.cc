#include "runners/report/html/series.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace benchcell::html {
namespace {

using Records = std::vector<const v1::RunRecord*>;

// Nanoseconds since 1970.
int64_t StartOf(const v1::RunRecord& record) {
  return record.start_time().seconds() * 1'000'000'000 + record.start_time().nanos();
}

// In measured order. A record without a start time stays behind the one that the design has before
// it.
void SortByTime(Records& records) {
  std::stable_sort(records.begin(), records.end(), [](const auto* a, const auto* b) {
    const auto place = [](const v1::RunRecord& record) {
      return std::tuple(record.round(), record.attempt(), record.planned().position());
    };
    return place(*a) < place(*b);
  });
  std::vector<std::pair<int64_t, const v1::RunRecord*>> timed;
  int64_t latest = 0;
  for (const v1::RunRecord* record : records) {
    if (record->has_start_time()) latest = StartOf(*record);
    timed.emplace_back(latest, record);
  }
  std::stable_sort(timed.begin(), timed.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (size_t i = 0; i < timed.size(); ++i) records[i] = timed[i].second;
}

std::optional<double> ValueOf(const v1::RunRecord& record, const std::string& metric,
                              const std::string& benchmark) {
  if (record.status() != v1::OK) return std::nullopt;
  for (const v1::Sample& sample : record.sample()) {
    if (sample.metric() == metric && sample.benchmark() == benchmark) return sample.value();
  }
  return std::nullopt;
}

Segment& SegmentOf(Series& series, const v1::RunRecord& record) {
  const uint32_t epoch = record.machine().empty() ? 0 : record.epoch();
  for (Segment& segment : series.segments) {
    if (segment.machine == record.machine() && segment.epoch == epoch) return segment;
  }
  Segment& segment = series.segments.emplace_back();
  segment.machine = record.machine();
  segment.epoch = epoch;
  for (const TableRow* row : series.rows) {
    if (row->kind == RowKind::kAllMachines) continue;
    if (row->machine == record.machine() && row->epoch == epoch) segment.row = row;
  }
  return segment;
}

}  // namespace

size_t Series::dots() const {
  size_t sum = 0;
  for (const Segment& segment : segments) sum += segment.dots.size();
  return sum;
}

std::vector<Series> SeriesOf(const v1::ExperimentRun& run, const Table& table) {
  std::map<uint32_t, Records> by_cell;
  for (const v1::RunRecord& record : run.record()) {
    if (record.planned().build() < table.builds.size()) by_cell[record.cell()].push_back(&record);
  }
  for (auto& [cell, records] : by_cell) SortByTime(records);

  std::vector<Series> all;
  std::map<std::pair<uint32_t, std::string>, size_t> places;
  for (const TableRow& row : table.rows) {
    const auto [place, is_new] = places.emplace(std::pair(row.cell, row.benchmark), all.size());
    if (is_new) all.emplace_back();
    all[place->second].rows.push_back(&row);
  }
  for (Series& series : all) {
    const TableRow& row = *series.rows.front();
    for (const v1::RunRecord* record : by_cell[row.cell]) {
      SegmentOf(series, *record)
          .dots.push_back({record, ValueOf(*record, table.metric.name(), row.benchmark)});
    }
  }
  return all;
}

}  // namespace benchcell::html
