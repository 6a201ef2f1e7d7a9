#include "runners/store/checks.h"

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/store/payload.h"

namespace benchcell {

std::string Describe(const BlockKey& key) {
  return absl::StrCat("cell ", key.cell, ", round ", key.round, " of run ", key.run_id);
}

absl::Status CheckNewRun(const v1::ExperimentRun& run) {
  RETURN_IF_ERROR(CheckId(run.id(), "the id of a run"));
  // These two are looked for by the database, not only kept in a payload.
  RETURN_IF_ERROR(CheckId(run.digest(), "the digest of a run"));
  RETURN_IF_ERROR(CheckId(run.resolved().experiment().name(), "the name of an experiment"));
  const std::string name = absl::StrCat("run ", run.id());
  if (run.block().empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(name, " has no blocks: there is nothing to measure"));
  }
  std::set<std::pair<uint32_t, uint32_t>> keys;
  std::set<uint32_t> positions;
  for (const v1::Block& block : run.block()) {
    const std::string which = Describe({run.id(), block.cell(), block.round()});
    if (!keys.emplace(block.cell(), block.round()).second) {
      return absl::InvalidArgumentError(
          absl::StrCat(which, " is there twice; expected one block for each cell and round"));
    }
    if (!positions.insert(block.position()).second) {
      return absl::InvalidArgumentError(absl::StrCat(which, " has position ", block.position(),
                                                     ", which another block has already"));
    }
    std::set<uint32_t> planned;
    for (const v1::PlannedRun& one : block.run()) {
      if (!planned.insert(one.position()).second) {
        return absl::InvalidArgumentError(
            absl::StrCat(which, " plans two runs at position ", one.position()));
      }
    }
  }
  return absl::OkStatus();
}

absl::Status CheckRunTransition(v1::RunState from, v1::RunState to) {
  if ((from == v1::ACTIVE && to == v1::CANCELLED) || (from == v1::CANCELLED && to == v1::ACTIVE)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "a run can't be set from ", v1::RunState_Name(from), " to ", v1::RunState_Name(to),
      "; expected ACTIVE to CANCELLED or back (only its last block makes a run COMPLETE)"));
}

absl::Status CheckFinished(const BlockKey& key, const v1::Block& block, uint32_t attempt,
                           const std::vector<v1::RunRecord>& records) {
  RETURN_IF_ERROR(CheckOfBlock(key, records));
  std::set<uint32_t> missing;
  for (const v1::PlannedRun& planned : block.run()) missing.insert(planned.position());
  for (const v1::RunRecord& record : records) {
    const uint32_t position = record.planned().position();
    if (record.attempt() != attempt) {
      return absl::InvalidArgumentError(absl::StrCat(Describe(key), ": the record at position ",
                                                     position, " is of attempt ", record.attempt(),
                                                     ", and the lease is attempt ", attempt));
    }
    if (missing.erase(position) == 0) {
      return absl::InvalidArgumentError(absl::StrCat(
          Describe(key), ": the record at position ", position,
          " is one too many; expected one for each of the ", block.run_size(), " planned runs"));
    }
  }
  if (!missing.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(Describe(key), ": the record at position ", *missing.begin(),
                     " is missing; expected one for each of the ", block.run_size(),
                     " planned runs, and found ", records.size()));
  }
  return absl::OkStatus();
}

absl::Status CheckOfBlock(const BlockKey& key, const std::vector<v1::RunRecord>& records) {
  for (const v1::RunRecord& record : records) {
    if (record.cell() != key.cell || record.round() != key.round) {
      return absl::InvalidArgumentError(absl::StrCat(Describe(key), ": a record is of cell ",
                                                     record.cell(), ", round ", record.round()));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckSightings(const std::vector<MachineSighting>& sightings) {
  std::set<std::string> ids;
  for (const MachineSighting& sighting : sightings) {
    RETURN_IF_ERROR(CheckId(sighting.id, "the id of a machine"));
    if (!ids.insert(sighting.id).second) {
      return absl::InvalidArgumentError(absl::StrCat(
          "machine ", sighting.id, " was sighted twice; expected its latest sighting alone"));
    }
  }
  return absl::OkStatus();
}

absl::Status NoSuchMachine(const std::string& id) {
  return absl::NotFoundError(absl::StrCat("machine ", id, " was never enrolled"));
}

}  // namespace benchcell
