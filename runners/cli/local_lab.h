// A lab in this process: a coordinator and, once it is started, an agent, over a channel that
// leaves the process never.

#ifndef BENCHCELL_RUNNERS_CLI_LOCAL_LAB_H_
#define BENCHCELL_RUNNERS_CLI_LOCAL_LAB_H_

#include <filesystem>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runners/exec/cancellation_flag.h"
#include "runners/plugins/plugin_registry.h"

namespace grpc {
class Channel;
}  // namespace grpc

namespace benchcell {

// The store in a state directory.
std::filesystem::path StoreFile(const std::filesystem::path& state_dir);

// Not thread-safe.
class LocalLab {
 public:
  // Opens the store in the state directory; makes both if they aren't there.
  static absl::StatusOr<std::unique_ptr<LocalLab>> Open(const std::filesystem::path& state_dir,
                                                        PluginRegistry& plugins);

  // Stops the agent, then the coordinator.
  virtual ~LocalLab() = default;

  // Speaks to the coordinator. Valid as long as the lab.
  virtual std::shared_ptr<grpc::Channel> channel() = 0;

  // Platform of this machine, as pins spell it. Known once an agent was started.
  virtual const std::string& platform() = 0;

  // Starts measuring. `warden`: path of //runners/exec:warden. `agent_ended` is raised when the
  // agent can't go on; StopAgent then says why. UNAVAILABLE if another process measures on this
  // machine.
  virtual absl::Status StartAgent(const std::filesystem::path& warden,
                                  CancellationFlag& agent_ended) = 0;

  // Ends the running measurement, waits until its records are handed over and returns how the agent
  // ended. OK if there is none.
  virtual absl::Status StopAgent() = 0;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CLI_LOCAL_LAB_H_
