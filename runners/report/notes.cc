#include "runners/report/notes.h"

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runners/report/format.h"
#include "runners/report/text.h"

namespace benchcell {
namespace {

// Lines of a failed program's output that are shown: the first tells what happened, the last how it
// ended.
constexpr size_t kMostOutputLines = 20;
// Below this p of Cochran's Q, the machines are said to disagree.
constexpr double kDisagreement = 0.01;

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
  note.sentence = absl::StrCat(NameText(failure.build), ": ", RunsOf(failure.runs, planned), " ",
                               StatusWords(failure.status));
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

// Machines that the estimate of all is made without, and whether the others agree.
void AddMachineNotes(const ChangeResult& change, std::vector<Note>& notes) {
  if (!change.stratified.has_value()) return;
  std::vector<std::string> without;
  for (const StratumShare& stratum : change.stratified->strata) {
    if (stratum.weight.has_value()) continue;
    without.push_back(NameText(stratum.machine));
    if (stratum.epoch > 1) absl::StrAppend(&without.back(), " epoch ", stratum.epoch);
  }
  const std::string build = NameText(change.build);
  if (!without.empty()) {
    notes.push_back({absl::StrCat(build, ": without ", absl::StrJoin(without, ", "),
                                  ", which gave no estimate of its own (too few pairs, no scatter, "
                                  "or not compared)."),
                     {}});
  }
  const std::optional<StratifiedRatio>& estimate = change.stratified->estimate;
  if (!estimate.has_value() || estimate->disagreement_p_value >= kDisagreement) return;
  notes.push_back({absl::StrCat(build, ": the machines disagree (p ",
                                FormatProbability(estimate->disagreement_p_value),
                                "): their own rows tell more than the average."),
                   {}});
}

}  // namespace

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
    notes.push_back({absl::StrCat(NameText(build.build), ": ", RunsOf(silent, build.planned),
                                  " not measured, or without a value of this metric."),
                     {}});
  }
  for (const ChangeResult& change : row.changes) {
    if (!change.compared) {
      notes.push_back({absl::StrCat(NameText(change.build), " is not compared: ",
                                    UnlikeWords(change.unlike), "; --force compares anyway."),
                       {}});
    }
    AddMachineNotes(change, notes);
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

NumberedNotes NumberNotes(const Table& table) {
  NumberedNotes numbered;
  numbered.of_row.resize(table.rows.size());
  std::map<std::pair<std::string, std::vector<std::string>>, size_t> places;
  for (size_t row = 0; row < table.rows.size(); ++row) {
    for (Note& note : NotesOf(table.rows[row])) {
      const auto [place, is_new] =
          places.emplace(std::pair(note.sentence, note.output), numbered.notes.size());
      numbered.of_row[row].push_back(place->second);
      if (is_new) numbered.notes.push_back(std::move(note));
    }
  }
  if (std::optional<Note> note = LaterAttemptsNote(table); note.has_value()) {
    for (size_t row = 0; row < table.rows.size(); ++row) {
      if (table.rows[row].later_attempts > 0) numbered.of_row[row].push_back(numbered.notes.size());
    }
    numbered.notes.push_back(*std::move(note));
  }
  return numbered;
}

}  // namespace benchcell
