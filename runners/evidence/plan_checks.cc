#include "runners/evidence/plan_checks.h"

#include <google/protobuf/util/message_differencer.h>
#include <google/protobuf/util/time_util.h>

#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runners/base/status_macros.h"
#include "runners/design/order.h"

namespace benchcell {
namespace {

using google::protobuf::util::MessageDifferencer;

// The most that an experiment may ask for.
constexpr uint32_t kMostRoundsOrRuns = 1000;

absl::Status Unlike(const std::string& what) { return absl::InvalidArgumentError(what); }

std::string Words(const v1::Block& block) {
  return absl::StrCat(
      "round ", block.round(), ", cell ", block.cell(), ", builds ",
      absl::StrJoin(block.run(), " ", [](std::string* text, const v1::PlannedRun& run) {
        absl::StrAppend(text, run.build());
      }));
}

absl::Status CheckCells(const v1::ExperimentRun& run) {
  const auto& builds = run.resolved().experiment().build();
  for (int i = 0; i < run.cell_size(); ++i) {
    const v1::Cell& cell = run.cell(i);
    if (cell.index() != static_cast<uint32_t>(i) || cell.build_size() != builds.size()) {
      return Unlike(absl::StrCat("cell ", i, " is numbered ", cell.index(), " and has ",
                                 cell.build_size(), " builds; expected ", i, " and ",
                                 builds.size()));
    }
    for (int b = 0; b < builds.size(); ++b) {
      if (cell.build(b).build() == builds[b].name()) continue;
      return Unlike(absl::StrCat("cell ", i, ": build ", b, " is \"", cell.build(b).build(),
                                 "\"; expected \"", builds[b].name(), "\""));
    }
  }
  return absl::OkStatus();
}

// That the plan is as large as it says: what the seed gives is only worked out then.
absl::Status CheckSize(const v1::ExperimentRun& run) {
  const v1::Protocol& protocol = run.resolved().experiment().protocol();
  for (const auto& [name, number] :
       {std::pair{"rounds", protocol.rounds()}, std::pair{"runs", protocol.runs()}}) {
    if (number >= 1 && number <= kMostRoundsOrRuns) continue;
    return Unlike(absl::StrCat("the protocol has ", number, " ", name, "; expected 1 to ",
                               kMostRoundsOrRuns));
  }
  if (run.cell().empty() || run.resolved().experiment().build().empty()) {
    return Unlike("it has no cells or no builds");
  }
  const uint64_t blocks = uint64_t{protocol.rounds()} * static_cast<uint64_t>(run.cell_size());
  if (blocks != static_cast<uint64_t>(run.block_size())) {
    return Unlike(absl::StrCat("it has ", run.block_size(), " blocks; ", protocol.rounds(),
                               " rounds of ", run.cell_size(), " cells are ", blocks));
  }
  const uint64_t runs =
      uint64_t{protocol.runs()} * static_cast<uint64_t>(run.resolved().experiment().build_size());
  for (const v1::Block& block : run.block()) {
    if (runs == static_cast<uint64_t>(block.run_size())) continue;
    return Unlike(absl::StrCat("block ", block.position(), " has ", block.run_size(),
                               " runs; expected ", runs));
  }
  return absl::OkStatus();
}

// Cell, round and place in the block.
using RunKey = std::tuple<uint32_t, uint32_t, uint32_t>;
using MachineKey = std::pair<std::string, uint32_t>;

absl::Status CheckMachine(const v1::ExperimentRun& run, const std::set<MachineKey>& known,
                          const v1::RunRecord& record,
                          std::map<std::pair<uint32_t, uint32_t>, MachineKey>& of_block) {
  // What was given up was measured nowhere.
  if (record.machine().empty()) return absl::OkStatus();
  const MachineKey machine = {record.machine(), record.epoch()};
  if (!known.contains(machine)) {
    return Unlike(absl::StrCat(PlaceOf(run, record), " is of machine \"", record.machine(),
                               "\" in epoch ", record.epoch(), ", of which there are no facts"));
  }
  const auto place = of_block.emplace(std::pair(record.cell(), record.round()), machine).first;
  if (place->second == machine) return absl::OkStatus();
  return Unlike(absl::StrCat(PlaceOf(run, record),
                             " is of another machine or epoch than others of "
                             "its block"));
}

// `started`: of the latest run of each block so far. Records come in the order of the plan.
absl::Status CheckStart(
    const v1::ExperimentRun& run, const v1::RunRecord& record,
    std::map<std::pair<uint32_t, uint32_t>, google::protobuf::Timestamp>& started) {
  if (!record.has_start_time()) return absl::OkStatus();
  google::protobuf::Timestamp& latest = started[{record.cell(), record.round()}];
  if (record.start_time() < latest) {
    return Unlike(absl::StrCat(PlaceOf(run, record),
                               " started before the run that is planned "
                               "before it"));
  }
  latest = record.start_time();
  return absl::OkStatus();
}

absl::Status CheckFinite(const v1::ExperimentRun& run, const v1::RunRecord& record) {
  for (const v1::Sample& sample : record.sample()) {
    if (std::isfinite(sample.value())) continue;
    return Unlike(absl::StrCat(PlaceOf(run, record), " has a sample of ", sample.metric(),
                               " that is no finite number"));
  }
  return absl::OkStatus();
}

}  // namespace

std::string PlaceOf(const v1::ExperimentRun& run, const v1::RunRecord& record) {
  const auto& builds = run.resolved().experiment().build();
  const uint32_t build = record.planned().build();
  return absl::StrCat("cell ", record.cell(), ", round ", record.round(), ", build ",
                      build < static_cast<uint32_t>(builds.size())
                          ? absl::StrCat("\"", builds[static_cast<int>(build)].name(), "\"")
                          : absl::StrCat(build),
                      ", run ", record.planned().index());
}

absl::StatusOr<std::string> CheckOrder(const v1::ExperimentRun& run) {
  RETURN_IF_ERROR(CheckSize(run));
  RETURN_IF_ERROR(CheckCells(run));
  const v1::Experiment& experiment = run.resolved().experiment();
  const uint64_t asked = experiment.protocol().seed();
  if (asked != 0 && asked != run.seed()) {
    return Unlike(
        absl::StrCat("the seed in force is ", run.seed(), "; the experiment asks for ", asked));
  }
  const std::vector<v1::Block> expected =
      Blocks(experiment.protocol(), static_cast<size_t>(run.cell_size()),
             static_cast<size_t>(experiment.build_size()), run.seed());
  for (size_t i = 0; i < expected.size(); ++i) {
    const v1::Block& found = run.block(static_cast<int>(i));
    if (MessageDifferencer::Equals(found, expected[i])) continue;
    return Unlike(absl::StrCat("block ", i, " is ", Words(found), "; the seed ", run.seed(),
                               " gives ", Words(expected[i])));
  }
  return absl::StrCat("the ", expected.size(), " blocks are what the seed ", run.seed(), " gives");
}

absl::StatusOr<std::string> CheckRecords(const v1::ExperimentRun& run) {
  if (run.state() != v1::COMPLETE) return Unlike("the run is not complete");
  std::map<RunKey, const v1::RunRecord*> records;
  for (const v1::RunRecord& record : run.record()) {
    if (record.superseded()) continue;
    const RunKey key = {record.cell(), record.round(), record.planned().position()};
    if (!records.emplace(key, &record).second) {
      return Unlike(absl::StrCat(PlaceOf(run, record), " has more than one record that counts"));
    }
  }
  std::set<MachineKey> known;
  for (const v1::Machine& machine : run.machine()) known.emplace(machine.id(), machine.epoch());
  std::map<std::pair<uint32_t, uint32_t>, MachineKey> machines;
  std::map<std::pair<uint32_t, uint32_t>, google::protobuf::Timestamp> started;
  size_t planned_runs = 0;
  for (const v1::Block& block : run.block()) {
    for (const v1::PlannedRun& planned : block.run()) {
      ++planned_runs;
      const auto found = records.find({block.cell(), block.round(), planned.position()});
      if (found == records.end()) {
        v1::RunRecord missing;
        missing.set_cell(block.cell());
        missing.set_round(block.round());
        *missing.mutable_planned() = planned;
        return Unlike(absl::StrCat(PlaceOf(run, missing), " has no record that counts"));
      }
      const v1::RunRecord& record = *found->second;
      if (!MessageDifferencer::Equals(record.planned(), planned)) {
        return Unlike(absl::StrCat(PlaceOf(run, record), " stands at position ", planned.position(),
                                   ", which the plan gives to another run"));
      }
      RETURN_IF_ERROR(CheckMachine(run, known, record, machines));
      RETURN_IF_ERROR(CheckStart(run, record, started));
      RETURN_IF_ERROR(CheckFinite(run, record));
    }
  }
  if (records.size() != planned_runs) {
    return Unlike(
        absl::StrCat(records.size(), " records count; ", planned_runs, " runs are planned"));
  }
  return absl::StrCat("each of the ", planned_runs,
                      " planned runs has one that counts, measured in the planned order");
}

}  // namespace benchcell
