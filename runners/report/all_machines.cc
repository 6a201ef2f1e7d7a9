#include "runners/report/all_machines.h"

#include <algorithm>

namespace benchcell {
namespace {

ChangeResult CombineChange(const std::vector<TableRow>& rows, size_t index, double confidence) {
  ChangeResult change;
  change.build = rows.front().changes[index].build;
  StratifiedChange stratified;
  std::vector<StratumEstimate> estimates;
  std::vector<size_t> places;
  for (const TableRow& row : rows) {
    stratified.strata.push_back({row.machine, row.epoch, std::nullopt});
    const std::optional<PairedRatio>& paired = row.changes[index].paired;
    if (!paired.has_value()) continue;
    const std::optional<StratumEstimate> estimate = StratumOfPairs(*paired, confidence);
    if (!estimate.has_value()) continue;
    estimates.push_back(*estimate);
    places.push_back(stratified.strata.size() - 1);
  }
  const absl::StatusOr<StratifiedRatio> combined = CombineStrata(estimates, confidence);
  if (combined.ok()) {
    change.ratio = combined->ratio;
    for (size_t i = 0; i < places.size(); ++i) {
      stratified.strata[places[i]].weight = combined->weights[i];
    }
    stratified.estimate = *combined;
  }
  change.stratified = std::move(stratified);
  return change;
}

// What the machines observed of a level, if it is the same on all of them.
LevelText CombineLevel(const std::vector<TableRow>& rows, size_t index) {
  LevelText level = rows.front().levels[index];
  const bool same = std::all_of(rows.begin(), rows.end(), [&](const TableRow& row) {
    return row.levels[index].text == level.text;
  });
  if (!same) level.text = level.level;
  return level;
}

}  // namespace

TableRow CombineMachines(const std::vector<TableRow>& rows, double confidence) {
  TableRow all;
  all.kind = RowKind::kAllMachines;
  all.cell = rows.front().cell;
  all.benchmark = rows.front().benchmark;
  for (size_t i = 0; i < rows.front().levels.size(); ++i) {
    all.levels.push_back(CombineLevel(rows, i));
  }
  for (size_t build = 0; build < rows.front().builds.size(); ++build) {
    BuildResult sum{rows.front().builds[build].build};
    for (const TableRow& row : rows) {
      sum.planned += row.builds[build].planned;
      sum.measured += row.builds[build].measured;
    }
    all.builds.push_back(std::move(sum));
  }
  for (size_t i = 0; i < rows.front().changes.size(); ++i) {
    all.changes.push_back(CombineChange(rows, i, confidence));
  }
  return all;
}

}  // namespace benchcell
