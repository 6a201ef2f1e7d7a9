#include "runners/report/published_rows.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "runners/design/expand.h"

namespace benchcell {
namespace {

MeasuredChange Measured(const ChangeResult& change) {
  MeasuredChange measured;
  measured.compared = change.compared;
  measured.interval = change.exact.has_value() ? change.exact->ratios : change.Interval();
  measured.has_cause = change.cause.has_value();
  if (measured.has_cause) measured.main_kind = change.cause->main_kind;
  return measured;
}

// By size a count is the point that its median is, also within the spread of its runs.
void MakePoint(MeasuredChange& measured, const ChangeResult& change) {
  if (!change.exact.has_value() || !change.ratio.has_value()) return;
  measured.interval = {*change.ratio, *change.ratio};
}

}  // namespace

void AddComparisons(const v1::ExperimentRun& run, Table& table) {
  const v1::Published& published = run.resolved().experiment().published();
  std::map<uint32_t, std::set<std::string>> benchmarks;
  for (const TableRow& row : table.rows) benchmarks[row.cell].insert(row.benchmark);
  for (TableRow& row : table.rows) {
    if (benchmarks[row.cell].size() > 1) continue;
    const auto cell = std::find_if(run.cell().begin(), run.cell().end(),
                                   [&](const auto& cell) { return cell.index() == row.cell; });
    for (const v1::PublishedRow& published_row : published.row()) {
      if (!CellHas(*cell, published_row.level())) continue;
      for (const v1::PublishedChange& published_change : published_row.change()) {
        for (ChangeResult& change : row.changes) {
          if (change.build != published_change.build()) continue;
          MeasuredChange measured = Measured(change);
          if (published.standard() != v1::DIRECTION) MakePoint(measured, change);
          change.comparison = Compare(published, published_change, measured);
          table.tolerance_points = TolerancePoints(published);
          table.standard = change.comparison->standard;
        }
      }
    }
  }
}

}  // namespace benchcell
