#include "runners/report/html/row_name.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runners/report/html/markup.h"
#include "runners/report/text.h"

namespace benchcell::html {
namespace {

constexpr size_t kWidestPart = 60;

// Axis and level; the benchmark has no axis.
std::vector<std::pair<std::string, std::string>> PartsOf(const Table& table, const TableRow& row) {
  std::vector<std::pair<std::string, std::string>> parts;
  for (const LevelText& level : row.levels) {
    if (std::find(table.axes.begin(), table.axes.end(), level.axis) == table.axes.end()) continue;
    parts.emplace_back(level.axis, level.text);
  }
  if (table.has_benchmarks && !row.benchmark.empty()) parts.emplace_back("", row.benchmark);
  if (parts.empty()) parts.emplace_back("", table.experiment);
  return parts;
}

}  // namespace

std::string CellName(const Table& table, const TableRow& row) {
  std::vector<std::string> shown;
  for (const auto& [axis, level] : PartsOf(table, row)) {
    shown.push_back(absl::StrCat(axis.empty() ? "" : Name(axis), axis.empty() ? "" : " ", "<b>",
                                 Name(level), "</b>"));
  }
  return absl::StrJoin(shown, ", ");
}

std::string CellNameText(const Table& table, const TableRow& row) {
  std::vector<std::string> shown;
  for (const auto& [axis, level] : PartsOf(table, row)) {
    const std::string text = absl::StrCat(axis, axis.empty() ? "" : " ", level);
    shown.push_back(Shortened(OneLine(text), kWidestPart));
  }
  return absl::StrJoin(shown, ", ");
}

std::string MachineName(const std::string& machine, uint32_t epoch) {
  if (machine.empty()) return "no machine";
  return absl::StrCat(Name(machine), epoch > 1 ? absl::StrCat(", epoch ", epoch) : "");
}

std::string MachineName(const TableRow& row) {
  if (row.kind == RowKind::kAllMachines) return "all machines";
  return MachineName(row.machine, row.epoch);
}

}  // namespace benchcell::html
