#include "runners/coordinator/plan_facts.h"

#include <map>
#include <set>
#include <string>

#include "runners/base/status_macros.h"
#include "runners/design/expand.h"

namespace benchcell {
namespace {

// Mean wall time of a measured run of each cell, by its levels.
std::map<std::string, double> MeasuredSeconds(const v1::ExperimentRun& run) {
  std::map<std::string, double> sums;
  std::map<std::string, int> counts;
  for (const v1::RunRecord& record : run.record()) {
    if (record.superseded() || record.cell() >= static_cast<uint32_t>(run.cell_size())) continue;
    const std::string name = DescribeLevels(run.cell(static_cast<int>(record.cell())).level());
    sums[name] += static_cast<double>(record.usage().wall_ns()) * 1e-9;
    ++counts[name];
  }
  for (auto& [name, sum] : sums) sum /= counts[name];
  return sums;
}

double PublishedSeconds(const v1::Experiment& experiment, const v1::Cell& cell) {
  for (const v1::PublishedRow& row : experiment.published().row()) {
    if (!CellHas(cell, row.level()) || row.value().empty()) continue;
    double sum = 0;
    for (const v1::PublishedValue& value : row.value()) sum += value.seconds();
    return sum / row.value_size();
  }
  return 0;
}

}  // namespace

std::vector<v1::BundleReference> MountedBundles(const v1::ExperimentRun& plan,
                                                const v1::Cell& cell) {
  std::set<std::string> mounted;
  for (const v1::BuildPlan& build : cell.build()) {
    for (const v1::Step& step : build.step()) {
      if (step.has_mount()) mounted.insert(step.mount().sha256());
    }
  }
  std::vector<v1::BundleReference> references;
  for (const v1::Bundle& bundle : plan.resolved().bundle()) {
    if (mounted.erase(bundle.sha256()) == 0) continue;
    v1::BundleReference& reference = references.emplace_back();
    reference.set_sha256(bundle.sha256());
    reference.set_size(bundle.size());
  }
  return references;
}

absl::StatusOr<std::optional<v1::ExperimentRun>> EarlierRun(Store& store,
                                                            const v1::ExperimentRun& run) {
  ASSIGN_OR_RETURN(const std::vector<v1::RunSummary> runs, store.ListRuns());
  for (const v1::RunSummary& summary : runs) {
    if (summary.experiment() != run.resolved().experiment().name()) continue;
    if (summary.state() != v1::COMPLETE) continue;
    ASSIGN_OR_RETURN(v1::ExperimentRun earlier, store.LoadRun(summary.id()));
    if (!earlier.discovery()) return earlier;
  }
  return std::nullopt;
}

void SetExpectedSeconds(const std::optional<v1::ExperimentRun>& earlier, v1::ExperimentRun& run) {
  std::map<std::string, double> measured;
  if (earlier.has_value()) measured = MeasuredSeconds(*earlier);
  std::map<uint32_t, int> runs;
  for (const v1::Block& block : run.block()) runs[block.cell()] = block.run_size();
  for (v1::Cell& cell : *run.mutable_cell()) {
    const auto known = measured.find(DescribeLevels(cell.level()));
    const double seconds = known != measured.end()
                               ? known->second
                               : PublishedSeconds(run.resolved().experiment(), cell);
    cell.set_expected_seconds(seconds * runs[cell.index()]);
  }
}

}  // namespace benchcell
