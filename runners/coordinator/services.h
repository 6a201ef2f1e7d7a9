// The gRPC services of lab.proto over a Coordinator: transport only. That of the blobs is in
// blobs_service.h.

#ifndef BENCHCELL_RUNNERS_COORDINATOR_SERVICES_H_
#define BENCHCELL_RUNNERS_COORDINATOR_SERVICES_H_

#include <grpcpp/support/sync_stream.h>

#include "benchcell/v1/lab.grpc.pb.h"
#include "runners/coordinator/coordinator.h"
#include "runners/tls/gate.h"

namespace benchcell {

// What each is made with outlives it. Thread-safe.

class ExperimentsService : public v1::Experiments::Service {
 public:
  ExperimentsService(Coordinator& coordinator, Gate& gate)
      : coordinator_(coordinator), gate_(gate) {}

  grpc::Status Submit(grpc::ServerContext* context, const v1::SubmitRequest* request,
                      v1::SubmitResponse* response) override;
  grpc::Status Watch(grpc::ServerContext* context, const v1::WatchRequest* request,
                     grpc::ServerWriter<v1::Progress>* writer) override;
  grpc::Status Cancel(grpc::ServerContext* context, const v1::CancelRequest* request,
                      v1::CancelResponse* response) override;
  grpc::Status GetRun(grpc::ServerContext* context, const v1::GetRunRequest* request,
                      v1::ExperimentRun* response) override;
  grpc::Status ListRuns(grpc::ServerContext* context, const v1::ListRunsRequest* request,
                        v1::ListRunsResponse* response) override;

 private:
  Coordinator& coordinator_;
  Gate& gate_;
};

// A machine is who its certificate says, whatever it calls itself: its id is that of its key.
class AgentsService : public v1::Agents::Service {
 public:
  AgentsService(Coordinator& coordinator, Gate& gate) : coordinator_(coordinator), gate_(gate) {}

  grpc::Status Synchronize(grpc::ServerContext* context, const v1::AgentState* request,
                           v1::DesiredState* response) override;
  grpc::Status Deliver(grpc::ServerContext* context, const v1::DeliverRequest* request,
                       v1::DeliverResponse* response) override;

 private:
  Coordinator& coordinator_;
  Gate& gate_;
};

class LabService : public v1::Lab::Service {
 public:
  LabService(Coordinator& coordinator, Gate& gate) : coordinator_(coordinator), gate_(gate) {}

  grpc::Status GetStatus(grpc::ServerContext* context, const v1::GetStatusRequest* request,
                         v1::LabStatus* response) override;
  grpc::Status ReleaseMachine(grpc::ServerContext* context,
                              const v1::ReleaseMachineRequest* request,
                              v1::ReleaseMachineResponse* response) override;

 private:
  Coordinator& coordinator_;
  Gate& gate_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COORDINATOR_SERVICES_H_
