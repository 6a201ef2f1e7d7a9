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

absl::Status NoSuchRun(const std::string& run_id) {
  return absl::NotFoundError(absl::StrCat("run ", run_id, " is not stored"));
}

absl::Status NoSuchBlock(const BlockKey& key) {
  return absl::NotFoundError(absl::StrCat(Describe(key), " is not stored"));
}

}  // namespace benchcell
