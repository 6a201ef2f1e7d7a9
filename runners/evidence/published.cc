#include "runners/evidence/published.h"

#include <algorithm>
#include <map>
#include <set>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/report/table.h"

namespace benchcell {
namespace {

constexpr char kAnyPlatform[] = "any";

double Percent(double ratio) { return 100 * (ratio - 1); }

v1::PublishedMachine MachineOf(const v1::ExperimentRun& run) {
  v1::PublishedMachine machine;
  // Of several, none stands for all.
  if (run.machine_size() != 1) return machine;
  machine.set_processor_model(run.machine(0).facts().processor_model());
  machine.set_logical_cpus(run.machine(0).facts().logical_cpus());
  return machine;
}

v1::PublishedRow RowOf(const v1::Cell& cell, const TableRow& row, bool seconds) {
  v1::PublishedRow published;
  *published.mutable_level() = cell.level();
  for (const BuildResult& build : row.builds) {
    if (!seconds || !build.median.has_value()) continue;
    v1::PublishedValue& value = *published.add_value();
    value.set_build(build.build);
    value.set_seconds(*build.median);
  }
  for (const ChangeResult& change : row.changes) {
    if (!change.ratio.has_value()) continue;
    v1::PublishedChange& to = *published.add_change();
    to.set_build(change.build);
    to.set_percent(Percent(*change.ratio));
    for (const std::optional<double>& round : change.round_ratio) {
      if (round.has_value()) to.add_round_percent(Percent(*round));
    }
  }
  return published;
}

}  // namespace

absl::StatusOr<v1::Published> PublishedFrom(const Verification& evidence, const std::string& file) {
  const v1::ExperimentRun& run = evidence.run;
  const Claim& claim = evidence.statement.claim;
  TableOptions options = claim.Options();
  options.metric.clear();
  ASSIGN_OR_RETURN(const Table table, BuildTable(run, options));

  v1::Published published;
  published.set_source(absl::StrCat(file, ", signed by the key ", evidence.signer));
  *published.mutable_machine() = MachineOf(run);
  published.set_protocol(absl::StrCat("the run ", run.id(), " of ", table.rounds, " rounds of ",
                                      run.resolved().experiment().protocol().runs(),
                                      " runs by benchcell ", run.benchcell_version()));
  published.set_tolerance_points(run.resolved().experiment().published().tolerance_points());
  if (claim.metric != table.metric.name()) {
    published.add_difference(absl::StrCat("The evidence's table shows ", claim.metric,
                                          "; what is held against it is ", table.metric.name(),
                                          ", from the same records."));
  }
  std::map<uint32_t, std::set<std::string>> benchmarks;
  for (const TableRow& row : table.rows) benchmarks[row.cell].insert(row.benchmark);
  std::set<uint32_t> done;
  for (const TableRow& row : table.rows) {
    // The first row of a cell on several machines is that of all.
    if (benchmarks[row.cell].size() > 1 || !done.insert(row.cell).second) continue;
    v1::PublishedRow published_row =
        RowOf(run.cell(static_cast<int>(row.cell)), row, table.metric.unit() == "s");
    if (!published_row.change().empty()) *published.add_row() = std::move(published_row);
  }
  return published;
}

absl::Status CheckInputs(const std::vector<v1::Bundle>& evidence,
                         const std::vector<v1::Bundle>& bundles, const std::string& platform) {
  const auto is_for = [&](const v1::Bundle& bundle) {
    return bundle.platform() == platform || bundle.platform() == kAnyPlatform;
  };
  for (const v1::Bundle& bundle : bundles) {
    if (!is_for(bundle)) continue;
    const auto measured =
        std::find_if(evidence.begin(), evidence.end(), [&](const v1::Bundle& each) {
          return each.label() == bundle.label() && each.platform() == bundle.platform();
        });
    if (measured != evidence.end() && measured->sha256() == bundle.sha256()) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(bundle.label(), " for ", bundle.platform(), " is the bundle ", bundle.sha256(),
                     " here; the evidence was measured with ",
                     measured == evidence.end() ? "none for that platform" : measured->sha256(),
                     ": it can't be reproduced with other inputs"));
  }
  return absl::OkStatus();
}

}  // namespace benchcell
