#include "runners/coordinator/planner.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runners/base/clock.h"
#include "runners/base/status_macros.h"
#include "runners/design/digest.h"
#include "runners/design/expand.h"
#include "runners/design/order.h"
#include "runners/design/run_id.h"
#include "runners/design/same_versions.h"
#include "runners/machine/known_classes.h"
#include "runners/plugins/objections.h"

namespace benchcell {
namespace {

// All refusals in one message, a line each.
std::string Refused(const v1::ExpandRequest& request, const v1::ExpandResponse& response) {
  std::string message = absl::StrCat("plugin ", request.experiment().plugin(), " refuses");
  for (const v1::Refusal& refusal : response.refusal()) {
    absl::StrAppend(&message, "\n  ");
    if (refusal.cell() < static_cast<uint32_t>(request.cell_size())) {
      absl::StrAppend(&message,
                      DescribeLevels(request.cell(static_cast<int>(refusal.cell())).level()));
    }
    if (!refusal.build().empty()) absl::StrAppend(&message, " build ", refusal.build());
    absl::StrAppend(&message, ": ", refusal.message());
  }
  return message;
}

// One cell that holds every plan, measured once.
void PlanDiscovery(google::protobuf::RepeatedPtrField<v1::BuildPlan> plans,
                   v1::ExperimentRun& run) {
  run.set_discovery(true);
  run.set_digest(absl::StrCat(run.digest(), "-discovery"));
  run.set_id(absl::StrCat(run.id(), "-discovery"));
  v1::Cell& cell = *run.add_cell();
  v1::Block& block = *run.add_block();
  for (v1::BuildPlan& plan : plans) {
    v1::PlannedRun& planned = *block.add_run();
    planned.set_position(static_cast<uint32_t>(cell.build_size()));
    planned.set_build(static_cast<uint32_t>(cell.build_size()));
    *cell.add_build() = std::move(plan);
  }
}

}  // namespace

absl::StatusOr<v1::ExperimentRun> PlanRun(const v1::SubmitRequest& request,
                                          const DiscoveredOutputs& discovered, PluginClient& plugin,
                                          absl::Time now, const RandomSource& random) {
  const v1::Experiment& experiment = request.resolved().experiment();
  RETURN_IF_ERROR(
      CheckSameVersions({request.resolved().bundle().begin(), request.resolved().bundle().end()}));
  ASSIGN_OR_RETURN(const v1::PluginDescription description, plugin.Describe());

  v1::ExpandRequest expand;
  *expand.mutable_experiment() = experiment;
  expand.set_platform(request.platform());
  for (const v1::Bundle& bundle : request.resolved().bundle()) {
    if (bundle.platform() == request.platform() || bundle.platform() == "any") {
      *expand.add_bundle() = bundle;
    }
  }
  ASSIGN_OR_RETURN(const std::vector<v1::Cell> cells, ExpandCells(experiment, description));
  for (const v1::Cell& cell : cells) *expand.add_cell() = cell;
  for (const v1::Discovered& output : discovered) *expand.add_discovered() = output;
  ASSIGN_OR_RETURN(v1::ExpandResponse expanded, plugin.Expand(expand));
  if (!expanded.refusal().empty()) {
    return absl::InvalidArgumentError(Refused(expand, expanded));
  }
  std::string objection = ExpandObjection(expand, expanded);
  if (objection.empty()) objection = MetricsObjection(description.metric(), expanded.metric());
  if (!objection.empty()) {
    return absl::InternalError(absl::StrCat("plugin ", experiment.plugin(), " ", objection));
  }

  v1::ExperimentRun run;
  run.set_id(RunId(experiment.name(), now, random));
  *run.mutable_resolved() = request.resolved();
  run.set_digest(ExperimentDigest(request.resolved()));
  *run.mutable_created() = ToTimestamp(now);
  run.set_state(v1::ACTIVE);
  run.set_platform(request.platform());
  if (!experiment.machine_class().empty()) {
    ASSIGN_OR_RETURN(*run.mutable_machine_class(), FindClass(experiment.machine_class()));
  }
  run.set_seed(experiment.protocol().seed() != 0 ? experiment.protocol().seed() : random());
  if (!expanded.discover().empty()) {
    PlanDiscovery(std::move(*expanded.mutable_discover()), run);
    return run;
  }
  // The first is the one that the table shows.
  *run.mutable_metric() = std::move(*expanded.mutable_metric());
  run.mutable_metric()->MergeFrom(description.metric());
  *run.mutable_cell() = std::move(*expanded.mutable_cell());
  for (v1::Block& block : Blocks(experiment.protocol(), static_cast<size_t>(run.cell_size()),
                                 static_cast<size_t>(experiment.build_size()), run.seed())) {
    *run.add_block() = std::move(block);
  }
  return run;
}

}  // namespace benchcell
