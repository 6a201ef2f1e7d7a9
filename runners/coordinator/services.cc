#include "runners/coordinator/services.h"

#include <grpcpp/server_context.h>

#include <utility>

#include "absl/time/clock.h"
#include "runners/coordinator/status_grpc.h"

namespace benchcell {
namespace {

// How long a watcher waits for a change before it looks whether its client is still there.
constexpr absl::Duration kWatchPatience = absl::Seconds(1);
// People watch: in a large lab much happens between two glances, and each is the state of all.
constexpr absl::Duration kWatchPace = absl::Milliseconds(100);

// Puts a value into the response, or gives back the error.
template <typename T>
grpc::Status Respond(absl::StatusOr<T> result, T* response) {
  if (!result.ok()) return ToGrpc(result.status());
  *response = *std::move(result);
  return grpc::Status::OK;
}

// Which of the agents that say they are one machine: its state directory and host.
std::string AgentOf(const v1::Machine& machine) {
  return absl::StrCat("agent ", machine.id(), " on ", machine.name());
}

// Two machines with one name, as after a renewal with a new key, are two machines.
std::string MachineIdOf(const PeerIdentity& peer) {
  return absl::StrCat("k-", peer.key_id.substr(0, 16));
}

}  // namespace

grpc::Status ExperimentsService::Submit(grpc::ServerContext* context,
                                        const v1::SubmitRequest* request,
                                        v1::SubmitResponse* response) {
  const absl::StatusOr<v1::SubmitResponse> submitted = coordinator_.Submit(*request);
  gate_.NoteDone(*context, "/benchcell.v1.Experiments/Submit",
                 submitted.ok() ? submitted->run_id() : "", submitted.status());
  return Respond(submitted, response);
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
    absl::SleepFor(kWatchPace);
    coordinator_.WaitForChange(seen, kWatchPatience);
  }
  return grpc::Status(grpc::StatusCode::CANCELLED, "the watcher left");
}

grpc::Status ExperimentsService::Cancel(grpc::ServerContext* context,
                                        const v1::CancelRequest* request, v1::CancelResponse*) {
  const absl::StatusOr<PeerIdentity> peer = gate_.PeerOf(*context);
  if (!peer.ok()) return ToGrpc(peer.status());
  // Without a key it is whoever sits at this machine.
  const absl::Status cancelled =
      coordinator_.Cancel(request->run_id(), peer->key_id.empty() ? "" : Describe(*peer));
  gate_.NoteDone(*context, "/benchcell.v1.Experiments/Cancel", request->run_id(), cancelled);
  return ToGrpc(cancelled);
}

grpc::Status ExperimentsService::GetRun(grpc::ServerContext*, const v1::GetRunRequest* request,
                                        v1::ExperimentRun* response) {
  return Respond(coordinator_.GetRun(request->run_id()), response);
}

grpc::Status ExperimentsService::ListRuns(grpc::ServerContext*, const v1::ListRunsRequest*,
                                          v1::ListRunsResponse* response) {
  return Respond(coordinator_.ListRuns(), response);
}

grpc::Status AgentsService::Synchronize(grpc::ServerContext* context, const v1::AgentState* request,
                                        v1::DesiredState* response) {
  const absl::StatusOr<PeerIdentity> peer = gate_.PeerOf(*context);
  if (!peer.ok()) return ToGrpc(peer.status());
  v1::AgentState state = *request;
  if (!peer->key_id.empty()) {
    state.mutable_machine()->set_id(MachineIdOf(*peer));
    state.mutable_machine()->set_name(peer->name);
  }
  return Respond(coordinator_.Synchronize(state, AgentOf(request->machine())), response);
}

grpc::Status AgentsService::Deliver(grpc::ServerContext* context, const v1::DeliverRequest* request,
                                    v1::DeliverResponse*) {
  const absl::StatusOr<PeerIdentity> peer = gate_.PeerOf(*context);
  if (!peer.ok()) return ToGrpc(peer.status());
  if (peer->key_id.empty()) return ToGrpc(coordinator_.Deliver(*request));
  v1::DeliverRequest delivery = *request;
  delivery.set_machine(MachineIdOf(*peer));
  for (v1::RunRecord& record : *delivery.mutable_record()) record.set_machine(delivery.machine());
  return ToGrpc(coordinator_.Deliver(delivery));
}

grpc::Status LabService::GetStatus(grpc::ServerContext*, const v1::GetStatusRequest*,
                                   v1::LabStatus* response) {
  return Respond(coordinator_.GetStatus(), response);
}

grpc::Status LabService::ReleaseMachine(grpc::ServerContext* context,
                                        const v1::ReleaseMachineRequest* request,
                                        v1::ReleaseMachineResponse*) {
  const absl::Status released = coordinator_.ReleaseMachine(request->machine());
  gate_.NoteDone(*context, "/benchcell.v1.Lab/ReleaseMachine", request->machine(), released);
  return ToGrpc(released);
}

}  // namespace benchcell
