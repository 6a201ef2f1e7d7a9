#include "plugins/node_core/cells.h"

#include <algorithm>
#include <map>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "plugins/node_core/failure.h"

namespace benchcell::node_core {
namespace {

// Cells by their arguments, in the order in which they were found.
struct Table {
  std::vector<FoundCell> cells;
  std::map<std::vector<std::string>, size_t> index;
};

void AddBuild(const Findings& findings, size_t build, size_t builds, Table& table) {
  for (const Configuration& configuration : findings.configurations) {
    const std::vector<std::string> arguments = OwnArguments(findings, configuration);
    const auto [place, is_new] = table.index.emplace(arguments, table.cells.size());
    if (is_new) {
      FoundCell& cell = table.cells.emplace_back();
      for (const std::string& argument : arguments) cell.level.push_back(SplitArgument(argument));
      cell.build.resize(builds);
    }
    BuildPart& part = table.cells[place->second].build[build];
    part = {true, "", {arguments, configuration.flags}, findings.setup};
  }
}

void ExplainGaps(const std::vector<const Findings*>& findings,
                 const std::vector<std::string>& builds, FoundCell& cell) {
  std::vector<std::string> with;
  for (size_t i = 0; i < builds.size(); ++i) {
    if (cell.build[i].has) with.push_back(builds[i]);
  }
  for (size_t i = 0; i < builds.size(); ++i) {
    BuildPart& part = cell.build[i];
    if (part.has) continue;
    part.reason = WhyNone(*findings[i], builds[i]);
    if (!part.reason.empty()) continue;
    const std::string levels = absl::StrJoin(cell.level, " ", absl::PairFormatter("="));
    part.reason =
        absl::StrCat("the binaries disagree: ", findings[i]->file, " has no configuration ", levels,
                     " with ", builds[i], "; only with ", absl::StrJoin(with, ", "));
  }
}

}  // namespace

std::pair<std::string, std::string> SplitArgument(const std::string& argument) {
  // A key has at least one character.
  const size_t equals = argument.find('=', 1);
  if (equals == std::string::npos) return {argument, ""};
  return {argument.substr(0, equals), argument.substr(equals + 1)};
}

std::vector<std::string> OwnArguments(const Findings& findings,
                                      const Configuration& configuration) {
  std::vector<std::string> own;
  for (const std::string& argument : configuration.arguments) {
    const std::string key = SplitArgument(argument).first;
    if (key == kHttpTool ||
        std::find(findings.keys.begin(), findings.keys.end(), key) != findings.keys.end()) {
      own.push_back(argument);
    }
  }
  return own;
}

std::vector<FoundCell> CellsOf(const std::vector<const Findings*>& findings,
                               const std::vector<std::string>& builds) {
  Table table;
  for (size_t i = 0; i < findings.size(); ++i) AddBuild(*findings[i], i, builds.size(), table);
  if (table.cells.empty()) table.cells.emplace_back().build.resize(builds.size());
  for (FoundCell& cell : table.cells) ExplainGaps(findings, builds, cell);
  return table.cells;
}

}  // namespace benchcell::node_core
