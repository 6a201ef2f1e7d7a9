// What an agent needs of its coordinator.
//
// Errors are those of the coordinator; UNAVAILABLE where it can't be reached. Thread-safe.

#ifndef BENCHCELL_RUNNERS_AGENT_COORDINATOR_CLIENT_H_
#define BENCHCELL_RUNNERS_AGENT_COORDINATOR_CLIENT_H_

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "benchcell/v1/lab.pb.h"
#include "runners/blobs/partial_blob.h"
#include "runners/exec/cancellation_flag.h"

namespace benchcell {

class CoordinatorClient {
 public:
  virtual ~CoordinatorClient() = default;

  virtual absl::StatusOr<v1::DesiredState> Synchronize(const v1::AgentState& state) = 0;
  virtual absl::Status Deliver(const v1::DeliverRequest& request) = 0;

  // Which of the digests the coordinator doesn't have.
  virtual absl::StatusOr<std::vector<std::string>> FindMissing(
      const std::vector<std::string>& sha256) = 0;
  virtual absl::Status Upload(const std::string& sha256, const std::filesystem::path& file) = 0;
  // One attempt to get what is missing of a blob, from into.size() on; ends early if `cancel` is
  // raised. What arrived stays in `into`, whatever the error. The digest is not checked.
  // OUT_OF_RANGE if the blob is smaller than what is there of it.
  virtual absl::Status Download(const std::string& sha256, PartialBlob& into,
                                const CancellationFlag& cancel) = 0;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_AGENT_COORDINATOR_CLIENT_H_
