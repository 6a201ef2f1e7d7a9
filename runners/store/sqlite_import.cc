#include "runners/store/sqlite_import.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/store/checks.h"
#include "runners/store/payload.h"
#include "runners/store/sqlite_machines.h"
#include "runners/store/sqlite_records.h"
#include "runners/store/sqlite_runs.h"
#include "runners/store/store.h"

namespace benchcell::sqlite {
namespace {

// Attempt of the records in force, which every lease but the first makes larger.
uint32_t AttemptOf(const std::vector<v1::RunRecord>& records) {
  uint32_t attempt = 1;
  for (const v1::RunRecord& record : records) attempt = std::max(attempt, record.attempt());
  return attempt;
}

absl::Status EncodeBlock(const BlockKey& key, WholeBlock& block) {
  RETURN_IF_ERROR(
      CheckFinished(key, block.block, AttemptOf(block.in_force.records), block.in_force.records));
  for (EncodedRecords* each : {&block.in_force, &block.superseded, &block.restarted}) {
    for (const v1::RunRecord& record : each->records) {
      RETURN_IF_ERROR(CheckId(record.machine(), "the id of a machine"));
    }
    ASSIGN_OR_RETURN(each->payloads, EncodeRecords(key, each->records));
  }
  return absl::OkStatus();
}

absl::Status InsertMachines(Connection& connection, const v1::ExperimentRun& run) {
  for (const v1::Machine& machine : run.machine()) {
    const std::string name = absl::StrCat("machine ", machine.id(), " in epoch ", machine.epoch());
    ASSIGN_OR_RETURN(const std::string payload, Encode(machine.facts(), name));
    Statement row = connection.Prepare("SELECT payload FROM machine WHERE id = ? AND epoch = ?");
    ASSIGN_OR_RETURN(const bool known, row.Text(machine.id()).Int(machine.epoch()).Step());
    if (known) {
      v1::MachineFacts facts;
      RETURN_IF_ERROR(Decode(row.GetBlob(0), facts, name));
      if (SameFacts(facts, machine.facts())) continue;
      return absl::FailedPreconditionError(
          absl::StrCat(name, " is stored here with other facts than those of run ", run.id(),
                       "; import it into another state directory"));
    }
    RETURN_IF_ERROR(connection.Prepare("INSERT INTO machine (id, epoch, payload) VALUES (?, ?, ?)")
                        .Text(machine.id())
                        .Int(machine.epoch())
                        .Blob(payload)
                        .Run());
  }
  return absl::OkStatus();
}

// Superseded when their cell was begun anew.
absl::Status InsertRestarted(Connection& connection, int64_t number,
                             const EncodedRecords& restarted) {
  for (size_t i = 0; i < restarted.records.size(); ++i) {
    const v1::RunRecord& record = restarted.records[i];
    RETURN_IF_ERROR(connection
                        .Prepare("INSERT INTO record (run, cell, round, attempt, position, "
                                 "superseded, restarted, payload) VALUES (?, ?, ?, ?, ?, 1, 1, ?)")
                        .Int(number)
                        .Int(record.cell())
                        .Int(record.round())
                        .Int(record.attempt())
                        .Int(record.planned().position())
                        .Blob(restarted.payloads[i])
                        .Run());
  }
  return absl::OkStatus();
}

absl::Status InsertBlock(Connection& connection, int64_t number, const WholeBlock& whole) {
  const std::vector<v1::RunRecord>& records = whole.in_force.records;
  const std::string machine = records.empty() ? "" : records.front().machine();
  RETURN_IF_ERROR(connection
                      .Prepare("UPDATE block SET state = ?, attempt = ?, machine = ?, epoch = ? "
                               "WHERE run = ? AND cell = ? AND round = ?")
                      .Int(static_cast<int64_t>(BlockState::kDone))
                      .Int(AttemptOf(records))
                      .Text(machine)
                      .Int(records.empty() ? 0 : records.front().epoch())
                      .Int(number)
                      .Int(whole.block.cell())
                      .Int(whole.block.round())
                      .Run());
  RETURN_IF_ERROR(InsertRecords(connection, number, records, whole.in_force.payloads, false));
  RETURN_IF_ERROR(
      InsertRecords(connection, number, whole.superseded.records, whole.superseded.payloads, true));
  return InsertRestarted(connection, number, whole.restarted);
}

}  // namespace

absl::StatusOr<WholeRun> EncodeWholeRun(const v1::ExperimentRun& run) {
  if (run.state() != v1::COMPLETE) {
    return absl::InvalidArgumentError(absl::StrCat(
        "run ", run.id(), " is ", v1::RunState_Name(run.state()), ", expected COMPLETE"));
  }
  RETURN_IF_ERROR(CheckNewRun(run));
  WholeRun whole;
  whole.run = &run;
  ASSIGN_OR_RETURN(whole.encoded, EncodeRun(run));
  std::map<std::pair<uint32_t, uint32_t>, size_t> places;
  for (const v1::Block& block : run.block()) {
    places.emplace(std::pair(block.cell(), block.round()), whole.blocks.size());
    whole.blocks.emplace_back().block = block;
  }
  // Cell, round, attempt and position of the superseded.
  std::set<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>> seen;
  for (const v1::RunRecord& record : run.record()) {
    const auto place = places.find({record.cell(), record.round()});
    if (place == places.end()) {
      return absl::InvalidArgumentError(absl::StrCat("run ", run.id(), " has a record of cell ",
                                                     record.cell(), ", round ", record.round(),
                                                     ", and no such block"));
    }
    WholeBlock& block = whole.blocks[place->second];
    const bool first =
        !record.superseded() ||
        seen.emplace(record.cell(), record.round(), record.attempt(), record.planned().position())
            .second;
    EncodedRecords& kind = !record.superseded() ? block.in_force
                           : first              ? block.superseded
                                                : block.restarted;
    kind.records.push_back(record);
  }
  for (WholeBlock& block : whole.blocks) {
    RETURN_IF_ERROR(EncodeBlock({run.id(), block.block.cell(), block.block.round()}, block));
  }
  return whole;
}

absl::Status InsertWholeRun(Connection& connection, const WholeRun& whole) {
  RETURN_IF_ERROR(InsertRun(connection, *whole.run, whole.encoded));
  ASSIGN_OR_RETURN(const int64_t number, RunNumber(connection, whole.run->id()));
  RETURN_IF_ERROR(InsertMachines(connection, *whole.run));
  for (const WholeBlock& block : whole.blocks) {
    RETURN_IF_ERROR(InsertBlock(connection, number, block));
  }
  return connection.Prepare("UPDATE run SET state = ? WHERE number = ?")
      .Int(v1::COMPLETE)
      .Int(number)
      .Run();
}

}  // namespace benchcell::sqlite
