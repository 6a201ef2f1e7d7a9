#include <algorithm>
#include <set>

#include "absl/strings/str_cat.h"
#include "runners/design/checks.h"
#include "runners/design/expand.h"
#include "runners/design/nearest.h"

namespace benchcell {
namespace {

// True if axis and levels are all known and different.
bool CheckAxis(const CheckContext& context, const TextSite& site, const v1::Axis& axis) {
  if (const Vocabulary::Problem problem = context.vocabulary.Axis(axis.name())) {
    if (context.complete || site.Has("name")) context.errors.Add(site.Of("name"), *problem);
    return false;
  }
  bool good = true;
  if (axis.level().empty()) {
    good = false;
    if (context.complete) {
      context.errors.Add(site.position(), absl::StrCat("the axis ", Quoted(axis.name()),
                                                       " has no level; expected at least one"));
    }
  }
  std::set<std::string> seen;
  for (int i = 0; i < axis.level_size(); ++i) {
    const std::string& level = axis.level(i);
    Vocabulary::Problem problem = context.vocabulary.Level(axis.name(), level);
    if (!seen.insert(level).second) {
      problem = absl::StrCat("the axis ", Quoted(axis.name()), " has the level ", Quoted(level),
                             " twice; expected each level once");
    }
    if (!problem.has_value()) continue;
    context.errors.Add(site.OfString("level", i), *problem);
    good = false;
  }
  return good;
}

bool CheckGrid(const CheckContext& context, const TextSite& site, const v1::Grid& grid) {
  bool good = true;
  std::set<std::string> seen;
  for (int i = 0; i < grid.axis_size(); ++i) {
    const TextSite axis_site = site.Nested("axis", i);
    const std::string& name = grid.axis(i).name();
    good = CheckAxis(context, axis_site, grid.axis(i)) && good;
    if (seen.insert(name).second) continue;
    context.errors.Add(axis_site.Of("name"), absl::StrCat("the grid has the axis ", Quoted(name),
                                                          " twice; expected each axis once"));
    good = false;
  }
  return good;
}

}  // namespace

bool CheckLevel(const CheckContext& context, const TextSite& site, const v1::Level& level) {
  if (const Vocabulary::Problem problem = context.vocabulary.Axis(level.axis())) {
    if (context.complete || site.Has("axis")) context.errors.Add(site.Of("axis"), *problem);
    return false;
  }
  if (const Vocabulary::Problem problem = context.vocabulary.Level(level.axis(), level.level())) {
    if (context.complete || site.Has("level")) context.errors.Add(site.Of("level"), *problem);
    return false;
  }
  return true;
}

std::vector<v1::Cell> CheckGrids(const CheckContext& context) {
  const v1::Experiment& experiment = context.experiment;
  if (experiment.grid().empty() && context.complete) {
    context.errors.Add(context.site.position(),
                       "the experiment has no grid; expected at least one (an empty one, grid {}, "
                       "is the cell at the default of every axis)");
  }
  bool good = context.complete;
  for (int i = 0; i < experiment.grid_size(); ++i) {
    good = CheckGrid(context, context.site.Nested("grid", i), experiment.grid(i)) && good;
  }
  // Half-known grids would give problems that only follow from those already told.
  if (!good) return {};
  Expansion expansion = ExpandGrids(experiment, context.vocabulary.plugin());
  for (const GridProblem& problem : expansion.problems) {
    context.errors.Add(context.site.Nested("grid", problem.grid).position(), problem.message);
  }
  if (!expansion.problems.empty()) return {};
  return std::move(expansion.cells);
}

}  // namespace benchcell
