#include "runners/coordinator/planner.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runners/base/clock.h"
#include "runners/base/status_macros.h"
#include "runners/design/digest.h"
#include "runners/design/expand.h"
#include "runners/design/order.h"
#include "runners/machine/known_classes.h"

namespace benchcell {
namespace {

std::string NameOf(const v1::Cell& cell) {
  return absl::StrJoin(cell.level(), ",", [](std::string* out, const v1::Level& level) {
    absl::StrAppend(out, level.axis(), "=", level.level());
  });
}

// All refusals in one message, a line each.
std::string Refused(const v1::ExpandRequest& request, const v1::ExpandResponse& response) {
  std::string message = absl::StrCat("plugin ", request.experiment().plugin(), " refuses");
  for (const v1::Refusal& refusal : response.refusal()) {
    absl::StrAppend(&message, "\n  ");
    if (refusal.cell() < static_cast<uint32_t>(request.cell_size())) {
      absl::StrAppend(&message, NameOf(request.cell(static_cast<int>(refusal.cell()))));
    }
    if (!refusal.build().empty()) absl::StrAppend(&message, " build ", refusal.build());
    absl::StrAppend(&message, ": ", refusal.message());
  }
  return message;
}

// Whether a run of the plan is exactly one command of this role.
bool HasOne(v1::Command::Role role, const v1::BuildPlan& build) {
  return std::count_if(build.step().begin(), build.step().end(), [&](const v1::Step& step) {
           return step.when() == v1::Step::EACH_RUN && step.has_command() &&
                  step.command().role() == role;
         }) == 1;
}

// What is wrong with the cells that a plugin gave; empty if nothing.
std::string Objection(const v1::ExpandRequest& request, const v1::ExpandResponse& response) {
  if (response.cell().empty()) return "gave no cells and no reason";
  const auto& builds = request.experiment().build();
  for (int i = 0; i < response.cell_size(); ++i) {
    const v1::Cell& cell = response.cell(i);
    const std::string name = absl::StrCat("for ", NameOf(cell));
    if (cell.index() != static_cast<uint32_t>(i)) return absl::StrCat("misnumbered a cell ", name);
    if (cell.build_size() != builds.size()) return absl::StrCat("left a build out ", name);
    for (int b = 0; b < builds.size(); ++b) {
      if (cell.build(b).build() != builds[b].name()) {
        return absl::StrCat("changed the order of builds ", name);
      }
      if (!HasOne(v1::Command::MEASURE, cell.build(b))) {
        return absl::StrCat("gave not exactly one command to measure ", name, ", build ",
                            builds[b].name());
      }
    }
  }
  return "";
}

// The same for what it wants to discover.
std::string Objection(const v1::ExpandRequest& request, const std::vector<v1::BuildPlan>& plans) {
  for (const v1::BuildPlan& plan : plans) {
    const auto& builds = request.experiment().build();
    if (std::none_of(builds.begin(), builds.end(),
                     [&](const v1::Build& build) { return build.name() == plan.build(); })) {
      return absl::StrCat("wants to discover something of \"", plan.build(),
                          "\", which is no build of the experiment");
    }
    if (!HasOne(v1::Command::DISCOVER, plan)) {
      return absl::StrCat("gave not exactly one command to discover for build ", plan.build());
    }
  }
  return "";
}

// One cell that holds every plan, measured once.
void PlanDiscovery(std::vector<v1::BuildPlan> plans, v1::ExperimentRun& run) {
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

// `quickstart-20261130-143502-7f3a`.
std::string RunId(const std::string& experiment, absl::Time now, const RandomSource& random) {
  return absl::StrCat(experiment, "-", absl::FormatTime("%Y%m%d-%H%M%S", now, absl::UTCTimeZone()),
                      "-", RandomHex(random, 4));
}

}  // namespace

absl::StatusOr<v1::ExperimentRun> PlanRun(const v1::SubmitRequest& request,
                                          const DiscoveredOutputs& discovered, PluginClient& plugin,
                                          absl::Time now, const RandomSource& random) {
  const v1::Experiment& experiment = request.resolved().experiment();
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
  std::vector<v1::BuildPlan> discover(expanded.discover().begin(), expanded.discover().end());
  std::string objection =
      discover.empty() ? Objection(expand, expanded) : Objection(expand, discover);
  if (!discover.empty() && !discovered.empty()) objection = "wants to discover a second time";
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
  if (!discover.empty()) {
    PlanDiscovery(std::move(discover), run);
    return run;
  }
  *run.mutable_metric() = description.metric();
  *run.mutable_cell() = std::move(*expanded.mutable_cell());
  for (v1::Block& block : Blocks(experiment.protocol(), static_cast<size_t>(run.cell_size()),
                                 static_cast<size_t>(experiment.build_size()), run.seed())) {
    *run.add_block() = std::move(block);
  }
  return run;
}

}  // namespace benchcell
