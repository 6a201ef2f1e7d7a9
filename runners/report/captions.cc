#include "runners/report/captions.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "runners/design/expand.h"
#include "runners/report/format.h"
#include "runners/report/published_machine.h"
#include "runners/report/text.h"
#include "runners/stats/signed_rank.h"

namespace benchcell {
namespace {

// Lines of a failed program's output that are shown: the first tells what happened, the last how it
// ended.
constexpr size_t kMostOutputLines = 20;

std::string Percent(double share) { return absl::StrFormat("%.0f%%", share * 100); }

// `1.2% to 3.4%`, or one of them if they are alike.
std::string Span(double low, double high) {
  const std::string from = absl::StrFormat("%.1f%%", low * 100);
  const std::string to = absl::StrFormat("%.1f%%", high * 100);
  return from == to ? from : absl::StrCat(from, " to ", to);
}

std::string HowToRead(const Table& table) {
  return absl::StrCat(
      "Values are medians over the n measured runs of each build; Δ is the change of the median "
      "against ",
      MarkdownText(table.builds.front()),
      table.rounds > 1 ? ", Δ per round the same within each round" : "", ". The ",
      Percent(table.confidence),
      " interval is that of the change within pairs of runs with the same round and index "
      "(Hodges-Lehmann, signed-rank).");
}

// What the spread of the rows lets the design find, and which rows can't have an interval.
std::string WhatCouldBeFound(const Table& table) {
  double low = 0;
  double high = 0;
  bool any = false;
  int without = 0;
  for (const TableRow& row : table.rows) {
    for (const ChangeResult& change : row.changes) {
      if (change.paired.has_value() && !change.paired->interval.has_value()) ++without;
      if (!change.smallest_detectable.has_value()) continue;
      low = any ? std::min(low, *change.smallest_detectable) : *change.smallest_detectable;
      high = any ? std::max(high, *change.smallest_detectable) : *change.smallest_detectable;
      any = true;
    }
  }
  std::string text;
  if (any) {
    absl::StrAppend(&text, "With this many pairs and their spread, a change of ", Span(low, high),
                    table.rows.size() > 1 ? " (by row)" : "", " is found with ",
                    Percent(table.goal.power), " probability.");
  }
  if (without > 0) {
    int64_t least = 1;
    while (SignedRankCritical(least, (1 - table.confidence) / 2) == 0) ++least;
    absl::StrAppend(&text, any ? " " : "", "Fewer than ", least, " pairs have no ",
                    Percent(table.confidence), " interval: more runs are needed for one.");
  }
  return text;
}

std::string WhatAVerdictMeans(const Table& table) {
  const std::string tolerance = absl::StrFormat("%.3g", *table.tolerance_points);
  return absl::StrCat("Verdict: the published change, or the span of its rounds, widened by ",
                      tolerance,
                      " percentage points either way, is held against the interval measured here: "
                      "*agrees* if the whole interval lies inside, *differs* if all of it lies "
                      "outside, otherwise *too noisy to tell*.");
}

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
  return absl::StrCat("The machine ", MarkdownText(machine.id()), " (epoch ", machine.epoch(), ")");
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

// Statuses as people say them.
std::string StatusWords(v1::RunStatus status) {
  switch (status) {
    case v1::GENUINE_FAILURE:
      return "failed";
    case v1::TIMEOUT:
      return "timed out";
    case v1::HARNESS_ERROR:
      return "did not measure what they should (harness error)";
    case v1::INFRASTRUCTURE_FAILURE:
      return "could not be measured (infrastructure failure)";
    case v1::LOST:
      return "were lost with their machine";
    default:
      return "have no status";
  }
}

std::string RunsOf(int64_t some, int64_t all) {
  return absl::StrCat(some, " of ", all, all == 1 ? " run" : " runs");
}

Note FailureNote(const FailureResult& failure, int64_t planned) {
  Note note;
  std::vector<std::string> lines = CleanLines(failure.message);
  note.sentence = absl::StrCat(MarkdownText(failure.build), ": ", RunsOf(failure.runs, planned),
                               " ", StatusWords(failure.status));
  if (lines.empty()) {
    note.sentence += ".";
    return note;
  }
  absl::StrAppend(&note.sentence, failure.runs > 1 ? ", the first with: " : ": ",
                  MarkdownText(lines.front()));
  lines.erase(lines.begin());
  if (lines.size() > kMostOutputLines) {
    const size_t cut = lines.size() - kMostOutputLines;
    lines.erase(lines.begin(), lines.begin() + cut);
    lines.insert(lines.begin(), absl::StrCat("(", cut, " lines left out)"));
  }
  note.output = std::move(lines);
  return note;
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
  }
  const bool compared = table.tolerance_points.has_value();
  if (compared) add(WhatAVerdictMeans(table));
  for (const v1::Machine& machine : MachinesOf(run, table)) {
    const std::string node = NodeVersion(run.resolved(), machine.facts().platform());
    if (compared) {
      add(CompareMachines(NameOf(machine, table), published.machine(), machine.facts(), node));
    }
    add(WhereMeasured(machine, node, table));
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

std::vector<Note> NotesOf(const TableRow& row) {
  std::vector<Note> notes;
  for (const BuildResult& build : row.builds) {
    int64_t failed = 0;
    for (const FailureResult& failure : row.failures) {
      if (failure.build != build.build) continue;
      failed += failure.runs;
      notes.push_back(FailureNote(failure, build.planned));
    }
    const int64_t silent = build.planned - build.measured - failed;
    if (silent <= 0) continue;
    notes.push_back({absl::StrCat(MarkdownText(build.build), ": ", RunsOf(silent, build.planned),
                                  " not measured, or without a value of this metric."),
                     {}});
  }
  return notes;
}

std::optional<Note> LaterAttemptsNote(const Table& table) {
  // Rows of several benchmarks have the same runs.
  std::map<std::tuple<uint32_t, std::string, uint32_t>, int64_t> by_source;
  for (const TableRow& row : table.rows) {
    by_source[{row.cell, row.machine, row.epoch}] = row.later_attempts;
  }
  int64_t runs = 0;
  for (const auto& [source, later] : by_source) runs += later;
  if (runs == 0) return std::nullopt;
  // A record doesn't tell why the attempt before it ended: all causes are named.
  return Note{
      absl::StrCat(runs,
                   runs == 1 ? " run is of a later attempt at its block"
                             : " runs are of a later attempt at their block",
                   ": an earlier one was interrupted or lost (interrupted by the user, "
                   "agent gone, or machine failure). Its records, if there are any, are kept but "
                   "not used."),
      {}};
}

}  // namespace benchcell
