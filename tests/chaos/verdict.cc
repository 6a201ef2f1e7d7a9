#include "tests/chaos/verdict.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/blobs/digest.h"
#include "runners/report/csv.h"
#include "runners/report/markdown.h"
#include "runners/report/table.h"
#include "tests/chaos/known_answers.h"

namespace benchcell::chaos {
namespace {

std::string NameOf(const v1::RunRecord& record) {
  return absl::StrCat("cell ", record.cell(), ", round ", record.round(), ", position ",
                      record.planned().position(), ", attempt ", record.attempt(),
                      record.superseded() ? " (superseded)" : "");
}

double AnswerOf(const v1::ExperimentRun& run, const v1::RunRecord& record) {
  uint64_t level = 0;
  for (const v1::Level& each : run.cell(static_cast<int>(record.cell())).level()) {
    if (each.axis() == kAxis && !absl::SimpleAtoi(each.level(), &level)) return -1;
  }
  return static_cast<double>(KnownAnswer(level, record.planned().build() != 0));
}

// What is wrong with a record by itself.
std::string Objection(const v1::ExperimentRun& run, const v1::RunRecord& record) {
  if (record.status() != v1::OK) {
    return absl::StrCat("is ", v1::RunStatus_Name(record.status()), ": ", record.message());
  }
  if (record.sample_size() != 1 || record.sample(0).metric() != kMetric) {
    return absl::StrCat("has ", record.sample_size(), " samples, expected one answer");
  }
  const double answer = AnswerOf(run, record);
  if (record.sample(0).value() == answer) return "";
  return absl::StrCat("says ", record.sample(0).value(), ", expected ", answer);
}

// What is wrong with a record beside the block that it belongs to.
std::string Objection(const BlockRow& block, const v1::RunRecord& record) {
  if (record.superseded()) {
    if (record.attempt() >= 1 && record.attempt() < block.attempt) return "";
    return absl::StrCat("is superseded, but the block has ", block.attempt, " attempts");
  }
  if (record.attempt() != block.attempt) {
    return absl::StrCat("is in force, but the last attempt was ", block.attempt);
  }
  if (record.machine() == block.machine && record.epoch() == block.epoch) return "";
  return absl::StrCat("is of ", record.machine(), " in epoch ", record.epoch(),
                      ", but the last lease was that of ", block.machine, " in epoch ",
                      block.epoch);
}

// What a measured program wrote: `answer A`, `nonce N`.
std::string NonceOf(const std::string& output) {
  const size_t at = output.find("nonce ");
  return at == std::string::npos ? "" : output.substr(at + 6, 16);
}

}  // namespace

Objections CheckRecords(const v1::ExperimentRun& run, const std::vector<BlockRow>& blocks) {
  Objections objections;
  if (run.state() != v1::COMPLETE) {
    objections.push_back(absl::StrCat("the run is ", v1::RunState_Name(run.state())));
  }
  // Records in force by cell, round and position.
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, int> in_force;
  std::set<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>> superseded;
  for (const v1::RunRecord& record : run.record()) {
    const uint32_t position = record.planned().position();
    const auto block = std::find_if(blocks.begin(), blocks.end(), [&](const BlockRow& row) {
      return row.key.cell == record.cell() && row.key.round == record.round();
    });
    if (block == blocks.end()) {
      objections.push_back(absl::StrCat(NameOf(record), " belongs to no block"));
      continue;
    }
    std::string objection = Objection(*block, record);
    if (objection.empty() && !record.superseded()) objection = Objection(run, record);
    if (!objection.empty()) objections.push_back(absl::StrCat(NameOf(record), " ", objection));
    if (!record.superseded()) {
      ++in_force[{record.cell(), record.round(), position}];
    } else if (!superseded.emplace(record.cell(), record.round(), record.attempt(), position)
                    .second) {
      objections.push_back(absl::StrCat(NameOf(record), " is kept twice"));
    }
  }
  std::map<uint32_t, std::set<std::pair<std::string, uint32_t>>> machines;
  for (const BlockRow& block : blocks) {
    const std::string name =
        absl::StrCat("cell ", block.key.cell, ", round ", block.key.round, ": ");
    if (block.state != BlockState::kDone) objections.push_back(name + "not done");
    machines[block.key.cell].emplace(block.machine, block.epoch);
    for (const v1::PlannedRun& planned : block.block.run()) {
      const int records = in_force[{block.key.cell, block.key.round, planned.position()}];
      in_force.erase({block.key.cell, block.key.round, planned.position()});
      if (records == 1) continue;
      objections.push_back(absl::StrCat(name, "position ", planned.position(), " has ", records,
                                        " records in force"));
    }
  }
  for (const auto& [place, records] : in_force) {
    objections.push_back(absl::StrCat("cell ", std::get<0>(place), ", round ", std::get<1>(place),
                                      ": position ", std::get<2>(place), " was never planned"));
  }
  if (static_cast<size_t>(run.block_size()) != blocks.size()) {
    objections.push_back(
        absl::StrCat(run.block_size(), " blocks planned, ", blocks.size(), " stored"));
  }
  for (const auto& [cell, on] : machines) {
    if (on.size() > 1) {
      objections.push_back(
          absl::StrCat("cell ", cell, " was measured by ", on.size(), " machines or epochs"));
    }
  }
  return objections;
}

Objections CheckOutputs(const v1::ExperimentRun& run, const BlobStore& blobs,
                        const std::map<std::string, std::string>& journals) {
  Objections objections;
  std::map<std::string, std::string> seen;
  for (const v1::RunRecord& record : run.record()) {
    std::string nonce;
    for (const v1::RawOutput& output : record.raw_output()) {
      const auto path = blobs.PathOf(output.sha256());
      const auto digest = path.ok() ? Sha256OfFile(*path) : path.status();
      if (!digest.ok() || *digest != output.sha256()) {
        objections.push_back(
            absl::StrCat(NameOf(record), ": ", output.name(), " is not stored as it was"));
      } else if (output.name() == "stdout") {
        nonce = NonceOf(ReadFile(*path).value_or(""));
      }
    }
    if (nonce.empty()) {
      if (!record.superseded()) objections.push_back(NameOf(record) + " has no nonce");
      continue;
    }
    const auto [earlier, is_new] = seen.try_emplace(nonce, NameOf(record));
    if (!is_new) {
      objections.push_back(
          absl::StrCat(NameOf(record), " is the same execution as ", earlier->second));
    }
    const auto journal = journals.find(record.machine());
    if (journal == journals.end() || journal->second.find("end " + nonce) == std::string::npos) {
      objections.push_back(absl::StrCat(NameOf(record), " is of an execution that machine ",
                                        record.machine(), " never ended"));
    }
  }
  return objections;
}

Objections CheckJournal(const std::string& journal) {
  Objections objections;
  std::string running;
  for (const std::string& line : std::vector<std::string>(absl::StrSplit(journal, '\n'))) {
    const std::vector<std::string> words = absl::StrSplit(line, ' ');
    if (words[0] == "overlap") {
      objections.push_back(absl::StrCat("execution ", words.back(), " began while ", running,
                                        " or something that it started was there"));
    } else if (words[0] == "begin") {
      running = words.back();
    } else if (words[0] == "end" && words.back() != running) {
      objections.push_back(
          absl::StrCat("execution ", words.back(), " ended after ", running, " had begun"));
    }
  }
  return objections;
}

Objections CheckStatus(const v1::LabStatus& status) {
  Objections objections;
  for (const std::string& alarm : status.alarm()) objections.push_back("alarm: " + alarm);
  for (const v1::RunStatusLine& run : status.run()) {
    objections.push_back(absl::StrCat("run ", run.run_id(), " is still active"));
  }
  for (const v1::MachineStatus& machine : status.machine()) {
    if (!machine.quarantine().empty()) {
      objections.push_back(absl::StrCat("machine ", machine.machine().id(),
                                        " is quarantined: ", machine.quarantine()));
    }
  }
  return objections;
}

absl::StatusOr<std::string> TableText(const v1::ExperimentRun& run) {
  v1::ExperimentRun plain = run;
  plain.set_id("run");
  plain.clear_created();
  plain.clear_record();
  plain.clear_machine();
  for (const v1::RunRecord& record : run.record()) {
    if (record.superseded()) continue;
    v1::RunRecord& kept = *plain.add_record();
    kept = record;
    kept.set_attempt(1);
    kept.set_machine("machine");
    kept.set_epoch(1);
    kept.clear_start_time();
    kept.clear_usage();
    kept.clear_isolation();
    kept.clear_raw_output();
  }
  ASSIGN_OR_RETURN(const Table table, BuildTable(plain, {}));
  if (ExitCode(table) != 0) return absl::InternalError("the table is not complete");
  return absl::StrCat(RenderMarkdown(plain, table, {}), RenderCsv(plain, table));
}

}  // namespace benchcell::chaos
