// `plan`: what would be measured, in which order, and what it could find out.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "runners/base/status_macros.h"
#include "runners/cli/commands.h"
#include "runners/cli/loaded_experiment.h"
#include "runners/cli/plugin_programs.h"
#include "runners/design/expand.h"
#include "runners/design/order.h"
#include "runners/plugins/plugin_registry.h"
#include "runners/stats/power.h"

namespace benchcell {
namespace {

// Spreads of a pair for which the smallest detectable change is printed: a quiet pinned machine, a
// quiet one, a shared one.
constexpr double kSpreads[] = {0.005, 0.02, 0.05};

std::string Percent(double share) { return absl::StrFormat("%.1f%%", 100 * share); }

void PrintHead(const v1::Experiment& experiment, size_t cells, std::ostream& out) {
  const v1::Protocol& protocol = experiment.protocol();
  const uint64_t runs =
      cells * protocol.rounds() * protocol.runs() * static_cast<uint64_t>(experiment.build_size());
  out << experiment.name() << ": " << experiment.title() << "\n"
      << cells << " cells, " << experiment.build_size() << " builds, " << protocol.rounds()
      << " rounds of " << protocol.runs() << " runs: " << runs << " measured runs\n"
      << "order: " << (protocol.order() == v1::AS_PUBLISHED ? "AS_PUBLISHED" : "BALANCED_PAIRS")
      << ", seed "
      << (protocol.seed() == 0 ? "drawn when it is run" : absl::StrCat(protocol.seed())) << "\n\n";
}

void PrintCells(const std::vector<v1::Cell>& cells, std::ostream& out) {
  for (const v1::Cell& cell : cells) {
    out << "cell " << cell.index() << ": " << DescribeLevels(cell.level()) << "\n";
  }
  out << "\n";
}

void PrintDetectable(const v1::Experiment& experiment, std::ostream& out) {
  if (experiment.build_size() < 2) return;
  const int64_t pairs =
      static_cast<int64_t>(experiment.protocol().rounds()) * experiment.protocol().runs();
  const TestGoal goal;
  out << "smallest change that " << pairs << " pairs find (level " << goal.alpha << ", power "
      << goal.power << "):\n";
  for (const double spread : kSpreads) {
    const auto change = SmallestDetectableChange(pairs, spread, goal);
    if (!change.has_value()) {
      out << "  none: " << pairs
          << " pairs can't reach that level whatever they show; raise --rounds or --runs\n\n";
      return;
    }
    out << "  " << Percent(*change) << " if a pair spreads by " << Percent(spread) << "\n";
  }
  out << "\n";
}

void PrintOrder(const v1::Experiment& experiment, const std::vector<v1::Block>& blocks,
                std::ostream& out) {
  for (const v1::Block& block : blocks) {
    out << "block " << block.position() << ": round " << block.round() + 1 << ", cell "
        << block.cell() << ": "
        << absl::StrJoin(block.run(), " ",
                         [&](std::string* text, const v1::PlannedRun& run) {
                           absl::StrAppend(text,
                                           experiment.build(static_cast<int>(run.build())).name());
                         })
        << "\n";
  }
}

absl::Status Plan(const CommandContext& context) {
  PluginRegistry plugins(FindPlugins(context.places));
  ASSIGN_OR_RETURN(const LoadedExperiment loaded,
                   LoadExperiment(context.options, context.places.root, plugins));
  const v1::Experiment& experiment = loaded.experiment;
  ASSIGN_OR_RETURN(const std::vector<v1::Cell> cells, ExpandCells(experiment, loaded.plugin));
  PrintHead(experiment, cells.size(), context.out);
  PrintCells(cells, context.out);
  PrintDetectable(experiment, context.out);
  if (loaded.plugin.discovers_cells()) {
    context.out
        << "The workload is asked for the configurations of each when it is run: every one is a "
           "cell then,\nwith as many runs; the order is drawn from the seed when they are "
           "known.\n";
    return absl::OkStatus();
  }
  if (experiment.protocol().seed() != 0) {
    PrintOrder(experiment,
               Blocks(experiment.protocol(), cells.size(),
                      static_cast<size_t>(experiment.build_size()), experiment.protocol().seed()),
               context.out);
  }
  return absl::OkStatus();
}

}  // namespace

int PlanCommand(const CommandContext& context) {
  const absl::Status status = Plan(context);
  return status.ok() ? kExitOk : Fail(context, status);
}

}  // namespace benchcell
