#include "runners/store/block_standing.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "runners/store/checks.h"

namespace benchcell {
namespace {

std::string DescribeStanding(const BlockKey& key, const BlockStanding& standing) {
  std::string state = "pending";
  if (standing.state == BlockState::kLeased) state = "leased";
  if (standing.state == BlockState::kDone) state = "done";
  return absl::StrCat(Describe(key), " is ", state, ", its newest token is ",
                      standing.fencing_token);
}

}  // namespace

absl::Status CheckLeasable(const BlockKey& key, const BlockStanding& standing) {
  if (standing.run_state != v1::ACTIVE) {
    return absl::AbortedError(absl::StrCat(Describe(key), ": the run is ",
                                           v1::RunState_Name(standing.run_state),
                                           "; only blocks of ACTIVE runs are leased"));
  }
  if (standing.state != BlockState::kPending) {
    return absl::AbortedError(
        absl::StrCat(DescribeStanding(key, standing), "; only a pending block is leased"));
  }
  return absl::OkStatus();
}

absl::Status CheckLeasedWith(const BlockKey& key, const BlockStanding& standing, uint64_t token) {
  if (standing.LeasedWith(token)) return absl::OkStatus();
  return absl::AbortedError(absl::StrCat(DescribeStanding(key, standing),
                                         "; expected it to be leased with token ", token));
}

absl::Status CheckRestartable(const std::string& run_id, uint32_t cell,
                              const CellStanding& standing, const std::string& machine,
                              uint32_t epoch) {
  const std::string name = absl::StrCat("cell ", cell, " of run ", run_id);
  if (standing.pending + standing.leased + standing.done == 0) {
    return absl::NotFoundError(absl::StrCat(name, " is not stored"));
  }
  if (standing.run_state != v1::ACTIVE) {
    return absl::AbortedError(absl::StrCat(name, ": the run is ",
                                           v1::RunState_Name(standing.run_state),
                                           "; only cells of ACTIVE runs are begun anew"));
  }
  if (standing.pending > 0 && standing.leased == 0 && standing.done > 0 &&
      standing.done_elsewhere == 0) {
    return absl::OkStatus();
  }
  return absl::AbortedError(
      absl::StrCat(name, ": ", standing.pending, " blocks are pending, ", standing.leased,
                   " leased, ", standing.done, " done, ", standing.done_elsewhere,
                   " of these not by machine ", machine, " in epoch ", epoch,
                   "; to begin it anew, expected some pending, none leased, and some done, "
                   "all of them there"));
}

absl::Status NoSuchRun(const std::string& run_id) {
  return absl::NotFoundError(absl::StrCat("run ", run_id, " is not stored"));
}

absl::Status NoSuchBlock(const BlockKey& key) {
  return absl::NotFoundError(absl::StrCat(Describe(key), " is not stored"));
}

}  // namespace benchcell
