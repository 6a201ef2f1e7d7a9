#include "runners/report/surroundings.h"

#include <map>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "runners/machine/membership.h"
#include "runners/quiet/wait_for_quiet.h"
#include "runners/report/text.h"

namespace benchcell {
namespace {

using BlockName = std::pair<uint32_t, uint32_t>;

// The records of a machine that count.
std::vector<const v1::RunRecord*> RecordsOf(const v1::ExperimentRun& run,
                                            const v1::Machine& machine) {
  std::vector<const v1::RunRecord*> records;
  for (const v1::RunRecord& record : run.record()) {
    if (record.superseded()) continue;
    if (record.machine() == machine.id() && record.epoch() == machine.epoch()) {
      records.push_back(&record);
    }
  }
  return records;
}

std::string HowQuiet(const std::vector<const v1::RunRecord*>& records, const std::string& name) {
  std::set<BlockName> blocks;
  std::set<BlockName> disturbed;
  std::string example;
  for (const v1::RunRecord* record : records) {
    if (!record->has_quietness()) continue;
    const BlockName block = {record->cell(), record->round()};
    blocks.insert(block);
    if (record->quietness().quiet()) continue;
    if (disturbed.insert(block).second && example.empty()) example = Describe(record->quietness());
  }
  if (disturbed.empty()) return "";
  return absl::StrCat(name, " was not quiet before ", disturbed.size(), " of ", blocks.size(),
                      " blocks and was measured all the same: ", MarkdownText(example), ".");
}

// Limits that couldn't be held guard the machine; they change no figure.
bool CanChangeAFigure(const std::string& shortfall) {
  return absl::StartsWith(shortfall, "network:") || absl::StartsWith(shortfall, "nice value:") ||
         absl::StartsWith(shortfall, "background:");
}

std::string WhatWasShared(const std::vector<const v1::RunRecord*>& records,
                          const std::string& name) {
  // Reasons, each once, in order.
  std::map<std::string, int> shortfalls;
  for (const v1::RunRecord* record : records) {
    for (const std::string& shortfall : record->isolation().shortfall()) {
      if (CanChangeAFigure(shortfall)) ++shortfalls[shortfall];
    }
  }
  std::string text;
  for (const auto& [shortfall, runs] : shortfalls) {
    absl::StrAppend(&text, text.empty() ? "" : "; ", MarkdownText(shortfall), " (", runs, " of ",
                    records.size(), " runs)");
  }
  if (text.empty()) return "";
  return absl::StrCat(name, " could not keep what it measured apart: ", text, ".");
}

}  // namespace

std::vector<std::string> Surroundings(const v1::ExperimentRun& run, const v1::Machine& machine,
                                      const std::string& name) {
  std::vector<std::string> sentences;
  if (run.has_machine_class()) {
    for (const std::string& caption : ClassCaptions(name, run.machine_class(), machine.facts())) {
      sentences.push_back(MarkdownText(caption));
    }
  }
  const std::vector<const v1::RunRecord*> records = RecordsOf(run, machine);
  for (std::string sentence : {HowQuiet(records, name), WhatWasShared(records, name)}) {
    if (!sentence.empty()) sentences.push_back(std::move(sentence));
  }
  return sentences;
}

}  // namespace benchcell
