#include "runners/coordinator/services.h"

#include <grpcpp/server_context.h>

#include <utility>

#include "runners/coordinator/status_grpc.h"

namespace benchcell {
namespace {

// How long a watcher waits for a change before it looks whether its client is still there.
constexpr absl::Duration kWatchPatience = absl::Seconds(1);

// Puts a value into the response, or gives back the error.
template <typename T>
grpc::Status Respond(absl::StatusOr<T> result, T* response) {
  if (!result.ok()) return ToGrpc(result.status());
  *response = *std::move(result);
  return grpc::Status::OK;
}

}  // namespace

grpc::Status ExperimentsService::Submit(grpc::ServerContext*, const v1::SubmitRequest* request,
                                        v1::SubmitResponse* response) {
  return Respond(coordinator_.Submit(*request), response);
}

grpc::Status ExperimentsService::Watch(grpc::ServerContext* context,
                                       const v1::WatchRequest* request,
                                       grpc::ServerWriter<v1::Progress>* writer) {
  while (!context->IsCancelled()) {
    const uint64_t seen = coordinator_.ChangeNumber();
    const absl::StatusOr<v1::Progress> progress = coordinator_.GetProgress(request->run_id());
    if (!progress.ok()) return ToGrpc(progress.status());
    if (!writer->Write(*progress)) break;
    if (progress->state() != v1::ACTIVE) return grpc::Status::OK;
    coordinator_.WaitForChange(seen, kWatchPatience);
  }
  return grpc::Status(grpc::StatusCode::CANCELLED, "the watcher left");
}

grpc::Status ExperimentsService::Cancel(grpc::ServerContext*, const v1::CancelRequest* request,
                                        v1::CancelResponse*) {
  return ToGrpc(coordinator_.Cancel(request->run_id()));
}

grpc::Status ExperimentsService::GetRun(grpc::ServerContext*, const v1::GetRunRequest* request,
                                        v1::ExperimentRun* response) {
  return Respond(coordinator_.GetRun(request->run_id()), response);
}

grpc::Status ExperimentsService::ListRuns(grpc::ServerContext*, const v1::ListRunsRequest*,
                                          v1::ListRunsResponse* response) {
  return Respond(coordinator_.ListRuns(), response);
}

grpc::Status AgentsService::Synchronize(grpc::ServerContext*, const v1::AgentState* request,
                                        v1::DesiredState* response) {
  return Respond(coordinator_.Synchronize(*request), response);
}

grpc::Status AgentsService::Deliver(grpc::ServerContext*, const v1::DeliverRequest* request,
                                    v1::DeliverResponse*) {
  return ToGrpc(coordinator_.Deliver(*request));
}

}  // namespace benchcell
