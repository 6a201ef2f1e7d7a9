// A coordinator with its services on a gRPC server.

#ifndef BENCHCELL_RUNNERS_COORDINATOR_LAB_SERVER_H_
#define BENCHCELL_RUNNERS_COORDINATOR_LAB_SERVER_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "runners/coordinator/coordinator.h"
#include "runners/tls/gate.h"

namespace grpc {
class Channel;
class ServerCredentials;
}  // namespace grpc

namespace benchcell {

class LabServer {
 public:
  struct Options {
    // `host:port`, port 0 for any that is free. Empty: only channels inside of the process.
    std::string address;
    // For `address`, from ServerCredentialsFor.
    std::shared_ptr<grpc::ServerCredentials> credentials;
  };

  // Serves until it is destroyed, which ends all calls. Whoever calls comes through the gate.
  // UNAVAILABLE if the address can't be listened on. The coordinator outlives the server.
  static absl::StatusOr<std::unique_ptr<LabServer>> Start(Coordinator& coordinator,
                                                          std::shared_ptr<Gate> gate,
                                                          const Options& options);

  virtual ~LabServer() = default;

  // The port that is listened on; 0 if none is.
  virtual int port() const = 0;

  // A channel that never leaves the process.
  virtual std::shared_ptr<grpc::Channel> InProcessChannel() = 0;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COORDINATOR_LAB_SERVER_H_
