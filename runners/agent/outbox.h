// Records that the coordinator has not acknowledged yet, durable on the agent's disk.
//
// While a block is measured, its records are appended to a journal and its raw outputs stay as
// files, without any hashing or syncing: that would cost time between two runs. Sealing does both
// at the end of the block. After a crash of the agent, a journal that was never sealed is sealed as
// ABANDONED; after a power failure its tail may be missing, which costs only what the coordinator
// would not have used.
//
// Not thread-safe. Errors as in files.h.

#ifndef BENCHCELL_RUNNERS_AGENT_OUTBOX_H_
#define BENCHCELL_RUNNERS_AGENT_OUTBOX_H_

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "benchcell/v1/lab.pb.h"
#include "benchcell/v1/result.pb.h"

namespace benchcell {

// Something to hand over: the request, and the file behind each raw output that it names.
struct Delivery {
  v1::DeliverRequest request;
  // Digest -> file.
  std::vector<std::pair<std::string, std::filesystem::path>> blobs;
};

class Outbox {
 public:
  explicit Outbox(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Starts the journal of a lease. ALREADY_EXISTS if there is one.
  absl::Status Begin(const std::string& machine, const v1::Lease& lease);

  // Folder for the raw outputs of one run of the lease, made empty.
  absl::StatusOr<std::filesystem::path> RunFolder(uint64_t fencing_token, uint32_t position);

  // Adds a record, whose raw outputs have names only; the files are in its RunFolder under these
  // names.
  absl::Status Add(uint64_t fencing_token, const v1::RunRecord& record);

  // Makes the lease's records durable and ready to be handed over.
  absl::Status Seal(uint64_t fencing_token, v1::BlockOutcome outcome, const std::string& message);

  // Seals what a predecessor left unsealed.
  absl::Status SealLeftovers();

  // Everything that is sealed, the oldest lease first.
  absl::StatusOr<std::vector<Delivery>> Pending() const;

  // Moves a lease that nobody wants into a folder, which is made if it isn't there.
  absl::Status SetAside(uint64_t fencing_token, const std::filesystem::path& folder);

  // Forgets an acknowledged lease.
  absl::Status Remove(uint64_t fencing_token);

 private:
  std::filesystem::path LeaseFolder(uint64_t fencing_token) const;

  std::filesystem::path folder_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_AGENT_OUTBOX_H_
