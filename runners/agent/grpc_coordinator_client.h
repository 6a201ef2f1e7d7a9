// The coordinator of an agent, over a gRPC channel.

#ifndef BENCHCELL_RUNNERS_AGENT_GRPC_COORDINATOR_CLIENT_H_
#define BENCHCELL_RUNNERS_AGENT_GRPC_COORDINATOR_CLIENT_H_

#include <memory>
#include <string>
#include <vector>

#include "runners/agent/coordinator_client.h"

namespace grpc {
class Channel;
}  // namespace grpc

namespace benchcell {

// The channel decides who is spoken to, and how safely. Synchronize ends after ten seconds and
// Deliver after ten minutes, DEADLINE_EXCEEDED; transfers of blobs as long as bytes arrive.
// While nobody answers, calls end with UNAVAILABLE after a second at most; one that finds the
// coordinator back goes through.
std::unique_ptr<CoordinatorClient> MakeGrpcCoordinatorClient(
    std::shared_ptr<grpc::Channel> channel);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_AGENT_GRPC_COORDINATOR_CLIENT_H_
