#include "runners/design/expand.h"

#include <algorithm>
#include <map>
#include <set>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "runners/design/nearest.h"

namespace benchcell {
namespace {

using Levels = google::protobuf::RepeatedPtrField<v1::Level>;

std::vector<std::string> AxisOrder(const v1::Experiment& experiment,
                                   const v1::PluginDescription& plugin) {
  std::vector<std::string> order;
  const auto add = [&](const std::string& name) {
    if (std::find(order.begin(), order.end(), name) == order.end()) order.push_back(name);
  };
  for (const v1::Grid& grid : experiment.grid()) {
    for (const v1::Axis& axis : grid.axis()) add(axis.name());
  }
  for (const v1::AxisSpec& axis : plugin.axis()) add(axis.name());
  return order;
}

bool Names(const v1::Grid& grid, const std::string& name) {
  return std::any_of(grid.axis().begin(), grid.axis().end(),
                     [&](const v1::Axis& axis) { return axis.name() == name; });
}

class Expander {
 public:
  Expander(const v1::Experiment& experiment, const v1::PluginDescription& plugin)
      : plugin_(plugin), order_(AxisOrder(experiment, plugin)) {}

  void Add(int index, const v1::Grid& grid) {
    std::map<std::string, std::string> levels;
    if (!FillDefaults(index, grid, levels) || !Fits(index, grid)) return;
    AddFrom(index, grid, 0, levels);
  }

  Expansion Take() { return std::move(expansion_); }

 private:
  bool FillDefaults(int index, const v1::Grid& grid, std::map<std::string, std::string>& levels) {
    bool complete = true;
    for (const v1::AxisSpec& spec : plugin_.axis()) {
      levels[spec.name()] = spec.default_level();
      if (Names(grid, spec.name()) || !spec.default_level().empty()) continue;
      complete = false;
      expansion_.problems.push_back(
          {index, absl::StrCat("the grid doesn't name the axis ", Quoted(spec.name()),
                               "; expected a level for it, since it has no default")});
    }
    for (const std::string& axis : order_) {
      if (levels.contains(axis) || Names(grid, axis)) continue;
      complete = false;
      expansion_.problems.push_back(
          {index, absl::StrCat("the grid doesn't name the axis ", Quoted(axis),
                               ", which another grid does; expected a level for it")});
    }
    return complete;
  }

  bool Fits(int index, const v1::Grid& grid) {
    uint64_t cells = 1;
    for (const v1::Axis& axis : grid.axis()) {
      cells *= axis.level_size();
      if (cells + expansion_.cells.size() <= kMostCells) continue;
      expansion_.problems.push_back({index, absl::StrCat("the grids have more than ", kMostCells,
                                                         " cells; expected at most that many")});
      return false;
    }
    return true;
  }

  void AddFrom(int index, const v1::Grid& grid, int axis,
               std::map<std::string, std::string>& levels) {
    if (axis == grid.axis_size()) return AddCell(index, levels);
    for (const std::string& level : grid.axis(axis).level()) {
      levels[grid.axis(axis).name()] = level;
      AddFrom(index, grid, axis + 1, levels);
    }
  }

  void AddCell(int index, const std::map<std::string, std::string>& levels) {
    v1::Cell cell;
    cell.set_index(expansion_.cells.size());
    std::vector<std::string> key;
    for (const std::string& axis : order_) {
      v1::Level& level = *cell.add_level();
      level.set_axis(axis);
      level.set_level(levels.at(axis));
      key.push_back(level.level());
    }
    if (seen_.insert(key).second) {
      expansion_.cells.push_back(std::move(cell));
      return;
    }
    expansion_.problems.push_back({index, absl::StrCat("the cell ", DescribeLevels(cell.level()),
                                                       " occurs again; expected every cell once")});
  }

  const v1::PluginDescription& plugin_;
  const std::vector<std::string> order_;
  std::set<std::vector<std::string>> seen_;
  Expansion expansion_;
};

}  // namespace

Expansion ExpandGrids(const v1::Experiment& experiment, const v1::PluginDescription& plugin) {
  Expander expander(experiment, plugin);
  for (int i = 0; i < experiment.grid_size(); ++i) expander.Add(i, experiment.grid(i));
  return expander.Take();
}

absl::StatusOr<std::vector<v1::Cell>> ExpandCells(const v1::Experiment& experiment,
                                                  const v1::PluginDescription& plugin) {
  Expansion expansion = ExpandGrids(experiment, plugin);
  if (expansion.problems.empty()) return std::move(expansion.cells);
  std::string message;
  for (const GridProblem& problem : expansion.problems) {
    absl::StrAppend(&message, message.empty() ? "" : "\n", "grid ", problem.grid + 1, ": ",
                    problem.message);
  }
  return absl::InvalidArgumentError(message);
}

bool CellHas(const v1::Cell& cell, const Levels& levels) {
  return std::all_of(levels.begin(), levels.end(), [&](const v1::Level& wanted) {
    return std::any_of(cell.level().begin(), cell.level().end(), [&](const v1::Level& level) {
      return level.axis() == wanted.axis() && level.level() == wanted.level();
    });
  });
}

std::string DescribeLevels(const Levels& levels) {
  std::string words;
  for (const v1::Level& level : levels) {
    absl::StrAppend(&words, words.empty() ? "" : ", ", level.axis(), "=", level.level());
  }
  return words;
}

}  // namespace benchcell
