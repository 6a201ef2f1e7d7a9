// From grids to cells.

#ifndef BENCHCELL_RUNNERS_DESIGN_EXPAND_H_
#define BENCHCELL_RUNNERS_DESIGN_EXPAND_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "benchcell/v1/cell.pb.h"
#include "benchcell/v1/experiment.pb.h"
#include "benchcell/v1/plugin.pb.h"

namespace benchcell {

// More cells than anyone will wait for; a larger number is a mistake in the grids.
inline constexpr uint64_t kMostCells = 100'000;

// Why a grid can't be expanded.
struct GridProblem {
  // Index in Experiment.grid.
  int grid = 0;
  // What was found; what was expected.
  std::string message;
};

struct Expansion {
  // Cells of all grids without a problem; of cells that are the same, the first only.
  std::vector<v1::Cell> cells;
  std::vector<GridProblem> problems;
};

// The cells of all grids, in the order of the grids, the last axis of a grid varying fastest, each
// with a level for every axis of the plugin: the grid's, or the axis's default. The levels of a
// cell are in the order in which the grids first name their axes, then the plugin's. An empty grid
// is the one cell of the defaults. Axes and levels must be known to the plugin.
//
// Problems: an axis without default that a grid doesn't name (so has one that only the experiment
// knows, where the plugin takes any); a cell that an earlier grid has, too;
// more than kMostCells.
Expansion ExpandGrids(const v1::Experiment& experiment, const v1::PluginDescription& plugin);

// The same, INVALID_ARGUMENT with all problems, one a line, if there is any.
absl::StatusOr<std::vector<v1::Cell>> ExpandCells(const v1::Experiment& experiment,
                                                  const v1::PluginDescription& plugin);

// Whether a cell stands at all of these levels.
bool CellHas(const v1::Cell& cell, const google::protobuf::RepeatedPtrField<v1::Level>& levels);

// `pool=forks, state=warm`.
std::string DescribeLevels(const google::protobuf::RepeatedPtrField<v1::Level>& levels);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_DESIGN_EXPAND_H_
