#include "runners/report/captions.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "runners/design/expand.h"
#include "runners/report/how_to_read.h"
#include "runners/report/measured_elsewhere.h"
#include "runners/report/published_machine.h"
#include "runners/report/surroundings.h"
#include "runners/report/text.h"

namespace benchcell {
namespace {

// The machines that have records in the table, each epoch, in the run's order.
std::vector<v1::Machine> MachinesOf(const v1::ExperimentRun& run, const Table& table) {
  std::set<std::pair<std::string, uint32_t>> used;
  for (const TableRow& row : table.rows) used.insert({row.machine, row.epoch});
  std::vector<v1::Machine> machines;
  for (const v1::Machine& machine : run.machine()) {
    if (used.count({machine.id(), machine.epoch()}) > 0) machines.push_back(machine);
  }
  return machines;
}

std::string NameOf(const v1::Machine& machine, const Table& table) {
  if (!table.several_machines) return "This machine";
  return absl::StrCat("The machine ",
                      MarkdownText(machine.name().empty() ? machine.id() : machine.name()),
                      " (epoch ", machine.epoch(), ")");
}

std::string WhereMeasured(const v1::Machine& machine, const std::string& node, const Table& table) {
  const v1::MachineFacts& facts = machine.facts();
  std::string text;
  const auto add = [&](const std::string& fact) {
    if (!fact.empty()) absl::StrAppend(&text, text.empty() ? "" : ", ", fact);
  };
  add(MarkdownText(facts.processor_model()));
  if (facts.logical_cpus() > 0) add(absl::StrCat(facts.logical_cpus(), " logical processors"));
  if (facts.memory_bytes() > 0) {
    add(absl::StrFormat("%.1f GiB memory", static_cast<double>(facts.memory_bytes()) / (1 << 30)));
  }
  add(MarkdownText(facts.os()));
  if (!facts.kernel().empty()) add(absl::StrCat("kernel ", MarkdownText(facts.kernel())));
  if (facts.virtualised() == v1::ON) add("virtualised");
  if (!node.empty()) add(absl::StrCat("node ", MarkdownText(node)));
  if (text.empty()) return "";
  return absl::StrCat(table.several_machines ? NameOf(machine, table) : "Measured on", ": ", text,
                      ".");
}

// Published rows that no cell of this run stands for: the workload at hand does not have them.
std::string WhatIsNotHere(const v1::ExperimentRun& run) {
  std::vector<std::string> missing;
  for (const v1::PublishedRow& row : run.resolved().experiment().published().row()) {
    if (std::none_of(run.cell().begin(), run.cell().end(),
                     [&](const v1::Cell& cell) { return CellHas(cell, row.level()); })) {
      missing.push_back(MarkdownText(DescribeLevels(row.level())));
    }
  }
  if (missing.empty()) return "";
  return absl::StrCat("No cell here stands for ", missing.size(),
                      " of the published rows: ", absl::StrJoin(missing, "; "), ".");
}

}  // namespace

std::string Heading(const Table& table) {
  std::string text = absl::StrCat("Metric: ", MarkdownText(table.metric.name()));
  if (table.metric.direction() == v1::LOWER_IS_BETTER) text += ", lower is better";
  if (table.metric.direction() == v1::HIGHER_IS_BETTER) text += ", higher is better";
  const char* separator = ". The same in all rows: ";
  for (const LevelText& level : table.constants) {
    absl::StrAppend(&text, separator, MarkdownText(level.axis), " ", MarkdownText(level.text));
    separator = ", ";
  }
  return text + ".";
}

std::vector<std::string> Captions(const v1::ExperimentRun& run, const Table& table) {
  const v1::Published& published = run.resolved().experiment().published();
  std::vector<std::string> captions;
  const auto add = [&](std::string text) {
    if (!text.empty()) captions.push_back(std::move(text));
  };
  if (table.builds.size() > 1) {
    add(HowToRead(table));
    add(WhatCouldBeFound(table));
    add(WhatAllMachinesAre(table));
    add(WhatIsUnlike(table));
  }
  if (run.has_imported()) {
    for (std::string& paragraph : MeasuredElsewhere(run, table)) add(std::move(paragraph));
  }
  const bool compared = table.tolerance_points.has_value();
  if (compared) add(WhatAVerdictMeans(table));
  for (const v1::Machine& machine : MachinesOf(run, table)) {
    const std::string node = NodeVersion(run.resolved(), machine.facts().platform());
    if (compared) {
      add(CompareMachines(NameOf(machine, table), published.machine(), machine.facts(), node));
    }
    add(WhereMeasured(machine, node, table));
    for (std::string& sentence : Surroundings(run, machine, NameOf(machine, table))) {
      add(std::move(sentence));
    }
  }
  if (!compared) return captions;
  add(WhatIsNotHere(run));
  for (const std::string& difference : published.difference()) add(MarkdownText(difference));
  if (!published.source().empty()) {
    add(absl::StrCat("Published: ", MarkdownText(published.source()),
                     published.protocol().empty() ? "" : "; ", MarkdownText(published.protocol())));
  }
  return captions;
}

}  // namespace benchcell
