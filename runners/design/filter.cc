#include "runners/design/filter.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "runners/design/expand.h"
#include "runners/design/nearest.h"

namespace benchcell {
namespace {

struct AxisFilter {
  std::string axis;
  std::vector<std::string> levels;
};

bool Contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Removes the elements of a repeated field that `gone` holds for; the others keep their order.
template <typename T>
void Remove(google::protobuf::RepeatedPtrField<T>* field, std::function<bool(const T&)> gone) {
  field->erase(std::remove_if(field->begin(), field->end(), gone), field->end());
}

// Splits at every `separator` that no backslash precedes. Backslashes stay.
std::vector<std::string> Split(std::string_view text, char separator) {
  std::vector<std::string> parts(1);
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == separator) {
      parts.emplace_back();
      continue;
    }
    parts.back() += text[i];
    if (text[i] == '\\' && i + 1 < text.size()) parts.back() += text[++i];
  }
  return parts;
}

std::string WithoutEscapes(std::string_view text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    plain += text[i];
  }
  return plain;
}

absl::StatusOr<std::vector<AxisFilter>> ParseFilter(std::string_view text) {
  std::vector<AxisFilter> filters;
  for (const std::string& part : Split(text, ',')) {
    const std::vector<std::string> sides = Split(part, '=');
    if (sides.size() != 2) {
      return absl::InvalidArgumentError(
          absl::StrCat("the filter has the part ", Quoted(part),
                       "; expected AXIS=LEVEL or AXIS=LEVEL|LEVEL (\\= for a = in a level)"));
    }
    AxisFilter filter;
    filter.axis = WithoutEscapes(sides[0]);
    for (const std::string& level : Split(sides[1], '|')) {
      filter.levels.push_back(WithoutEscapes(level));
    }
    for (const AxisFilter& earlier : filters) {
      if (earlier.axis != filter.axis) continue;
      return absl::InvalidArgumentError(absl::StrCat("the filter has the axis ",
                                                     Quoted(filter.axis), " twice; expected ",
                                                     filter.axis, "=LEVEL|LEVEL"));
    }
    filters.push_back(std::move(filter));
  }
  return filters;
}

// The levels at which the cells stand, in the order of the cells.
std::vector<std::string> LevelsOf(const std::vector<v1::Cell>& cells, const std::string& axis) {
  std::vector<std::string> levels;
  for (const v1::Cell& cell : cells) {
    for (const v1::Level& level : cell.level()) {
      if (level.axis() == axis && !Contains(levels, level.level())) {
        levels.push_back(level.level());
      }
    }
  }
  return levels;
}

absl::Status CheckNames(const AxisFilter& filter, const std::vector<v1::Cell>& cells,
                        const v1::PluginDescription& plugin) {
  std::vector<std::string> axes;
  for (const v1::AxisSpec& axis : plugin.axis()) axes.push_back(axis.name());
  // Where there are others, every cell has them all.
  if (plugin.free_axes() && !cells.empty()) {
    for (const v1::Level& level : cells.front().level()) {
      if (!Contains(axes, level.axis())) axes.push_back(level.axis());
    }
  }
  if (!Contains(axes, filter.axis)) {
    return absl::InvalidArgumentError(absl::StrCat("the filter has the unknown axis ",
                                                   Quoted(filter.axis), "; expected ",
                                                   OneOf(axes, filter.axis)));
  }
  const std::vector<std::string> levels = LevelsOf(cells, filter.axis);
  for (const std::string& level : filter.levels) {
    if (Contains(levels, level)) continue;
    return absl::InvalidArgumentError(absl::StrCat("no cell of the experiment has ", filter.axis,
                                                   " at ", Quoted(level), "; expected ",
                                                   OneOf(levels, level)));
  }
  return absl::OkStatus();
}

std::string DefaultLevel(const v1::PluginDescription& plugin, const std::string& axis) {
  for (const v1::AxisSpec& spec : plugin.axis()) {
    if (spec.name() == axis) return spec.default_level();
  }
  return "";
}

// Asks for the filter's levels where the experiment asks for all that will be discovered: those are
// among them, and only the workload can say whether they exist.
void NameDiscovered(const std::vector<AxisFilter>& filters, const v1::PluginDescription& plugin,
                    v1::Experiment& experiment) {
  for (const v1::AxisSpec& spec : plugin.axis()) {
    const auto filter = std::find_if(filters.begin(), filters.end(), [&](const AxisFilter& each) {
      return each.axis == spec.name() && !Contains(each.levels, spec.all_level());
    });
    if (spec.all_level().empty() || filter == filters.end()) continue;
    for (v1::Grid& grid : *experiment.mutable_grid()) {
      auto axis = std::find_if(grid.mutable_axis()->begin(), grid.mutable_axis()->end(),
                               [&](const v1::Axis& each) { return each.name() == spec.name(); });
      if (axis == grid.mutable_axis()->end()) {
        if (spec.default_level() != spec.all_level()) continue;
        grid.add_axis()->set_name(spec.name());
        axis = grid.mutable_axis()->end() - 1;
      } else if (std::find(axis->level().begin(), axis->level().end(), spec.all_level()) ==
                 axis->level().end()) {
        continue;
      }
      axis->mutable_level()->Assign(filter->levels.begin(), filter->levels.end());
    }
  }
}

// Takes the unwanted levels out of a grid. False if no cell of it is left.
bool Narrow(v1::Grid& grid, const AxisFilter& filter, const v1::PluginDescription& plugin) {
  for (v1::Axis& axis : *grid.mutable_axis()) {
    if (axis.name() != filter.axis) continue;
    Remove<std::string>(axis.mutable_level(),
                        [&](const std::string& level) { return !Contains(filter.levels, level); });
    return axis.level_size() > 0;
  }
  return Contains(filter.levels, DefaultLevel(plugin, filter.axis));
}

}  // namespace

absl::StatusOr<v1::Experiment> KeepCells(const v1::Experiment& experiment,
                                         const v1::PluginDescription& plugin,
                                         std::string_view filter_text) {
  absl::StatusOr<std::vector<AxisFilter>> filters = ParseFilter(filter_text);
  if (!filters.ok()) return filters.status();
  v1::Experiment kept = experiment;
  NameDiscovered(*filters, plugin, kept);
  const absl::StatusOr<std::vector<v1::Cell>> cells = ExpandCells(kept, plugin);
  if (!cells.ok()) return cells.status();

  for (const AxisFilter& filter : *filters) {
    const absl::Status names = CheckNames(filter, *cells, plugin);
    if (!names.ok()) return names;
    google::protobuf::RepeatedPtrField<v1::Grid> grids;
    for (v1::Grid& grid : *kept.mutable_grid()) {
      if (Narrow(grid, filter, plugin)) *grids.Add() = std::move(grid);
    }
    kept.mutable_grid()->Swap(&grids);
  }
  const absl::StatusOr<std::vector<v1::Cell>> left = ExpandCells(kept, plugin);
  if (!left.ok()) return left.status();
  if (left->empty()) {
    return absl::InvalidArgumentError(absl::StrCat("no cell of the experiment has all of ",
                                                   Quoted(filter_text), "; expected at least one"));
  }
  if (kept.has_published()) {
    Remove<v1::PublishedRow>(
        kept.mutable_published()->mutable_row(), [&](const v1::PublishedRow& row) {
          return std::none_of(left->begin(), left->end(),
                              [&](const v1::Cell& cell) { return CellHas(cell, row.level()); });
        });
  }
  return kept;
}

absl::StatusOr<v1::Experiment> KeepBuilds(const v1::Experiment& experiment,
                                          std::string_view names) {
  std::vector<std::string> known;
  for (const v1::Build& build : experiment.build()) known.push_back(build.name());
  std::vector<std::string> wanted;
  for (const std::string& part : Split(names, ',')) {
    std::string name = WithoutEscapes(part);
    if (!Contains(known, name)) {
      return absl::InvalidArgumentError(
          absl::StrCat("unknown build ", Quoted(name), "; expected ", OneOf(known, name)));
    }
    if (Contains(wanted, name)) {
      return absl::InvalidArgumentError(
          absl::StrCat("the build ", Quoted(name), " is named twice; expected each once"));
    }
    wanted.push_back(std::move(name));
  }
  v1::Experiment kept = experiment;
  Remove<v1::Build>(kept.mutable_build(),
                    [&](const v1::Build& build) { return !Contains(wanted, build.name()); });
  if (!kept.has_published()) return kept;
  const bool other_baseline = kept.build(0).name() != experiment.build(0).name();
  for (v1::PublishedRow& row : *kept.mutable_published()->mutable_row()) {
    Remove<v1::PublishedValue>(row.mutable_value(), [&](const v1::PublishedValue& value) {
      return !Contains(wanted, value.build());
    });
    Remove<v1::PublishedChange>(row.mutable_change(), [&](const v1::PublishedChange& change) {
      return other_baseline || !Contains(wanted, change.build());
    });
  }
  return kept;
}

}  // namespace benchcell
