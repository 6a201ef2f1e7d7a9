// The agent of the machine that this process runs on, put together from its parts.

#ifndef BENCHCELL_RUNNERS_AGENT_MACHINE_AGENT_H_
#define BENCHCELL_RUNNERS_AGENT_MACHINE_AGENT_H_

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "benchcell/v1/machine.pb.h"
#include "runners/agent/agent.h"
#include "runners/blobs/blob_store.h"
#include "runners/exec/cancellation_flag.h"

namespace grpc {
class Channel;
}  // namespace grpc

namespace benchcell {

struct MachineAgentOptions {
  // Everything that the agent keeps is below it; see workdir.h.
  std::filesystem::path state_dir;
  // Path of //runners/exec:warden.
  std::filesystem::path warden;
  // How often the coordinator hears of a block that is being measured.
  absl::Duration heartbeat;
  LogSink log;
  // How long a block waits for the machine to become quiet. Zero: it isn't looked at.
  absl::Duration quiet_wait = absl::ZeroDuration();
  // The coordinator's blobs if they are on this disk, which saves copies; outlive the agent.
  const BlobStore* local_blobs = nullptr;
  // Bytes of disk that unpacked bundles may take; by default what DefaultBundleLimit says.
  std::optional<uint64_t> bundle_limit;
  // See Agent::Parts.
  int most_failures = 0;
  // Linux: set the machine for each block, and back (runners/tune/linux_targets.h).
  bool tune = false;
};

class MachineAgent {
 public:
  // Takes the machine's lock and that of the state directory, which it makes if it isn't there, and
  // undoes what the tuning of a crashed predecessor left. UNAVAILABLE if another process measures
  // on this machine; INVALID_ARGUMENT if it can't be tuned.
  static absl::StatusOr<std::unique_ptr<MachineAgent>> Open(const MachineAgentOptions& options,
                                                            std::shared_ptr<grpc::Channel> channel);

  virtual ~MachineAgent() = default;

  // The machine with the facts that were read by Open.
  virtual const v1::Machine& machine() const = 0;

  // See Agent::Run. Call once.
  virtual absl::Status Run(const CancellationFlag& stop) = 0;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_AGENT_MACHINE_AGENT_H_
