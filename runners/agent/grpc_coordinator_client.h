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

// The channel decides who is spoken to, and how safely. Calls have no deadline of their own: a
// channel that is broken fails them.
std::unique_ptr<CoordinatorClient> MakeGrpcCoordinatorClient(
    std::shared_ptr<grpc::Channel> channel);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_AGENT_GRPC_COORDINATOR_CLIENT_H_
