#include "tests/chaos/client.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "runners/base/status_macros.h"
#include "runners/coordinator/blob_transfer.h"
#include "runners/coordinator/status_grpc.h"

namespace benchcell::chaos {
namespace {

// A coordinator that was killed is found again within this time.
constexpr int kBackoffMs = 100;

}  // namespace

template <typename Response, typename Stub, typename Request>
absl::StatusOr<Response> Client::Call(Stub& stub,
                                      grpc::Status (Stub::*method)(grpc::ClientContext*,
                                                                   const Request&, Response*),
                                      const Request& request) {
  const auto end = absl::ToChronoTime(absl::Now() + limit_);
  // A call on a link that is broken ends at once, and nobody would mend it.
  channel_->WaitForConnected(end);
  grpc::ClientContext context;
  context.set_deadline(end);
  Response response;
  RETURN_IF_ERROR(FromGrpc((stub.*method)(&context, request, &response)));
  return response;
}

Client::Client(int port, absl::Duration limit) : limit_(limit) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(-1);
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, kBackoffMs);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, kBackoffMs);
  channel_ = grpc::CreateCustomChannel(absl::StrCat("127.0.0.1:", port),
                                       grpc::InsecureChannelCredentials(), arguments);
  blobs_ = v1::Blobs::NewStub(channel_);
  experiments_ = v1::Experiments::NewStub(channel_);
  lab_ = v1::Lab::NewStub(channel_);
}

absl::Status Client::Upload(const std::string& sha256, const std::filesystem::path& file) {
  return UploadMissingBlobs(*blobs_, {{sha256, file, "the bundle"}},
                            [](absl::Duration) { return false; });
}

absl::StatusOr<v1::SubmitResponse> Client::Submit(const v1::SubmitRequest& request) {
  return Call(*experiments_, &v1::Experiments::Stub::Submit, request);
}

absl::StatusOr<v1::ExperimentRun> Client::GetRun(const std::string& run_id) {
  v1::GetRunRequest request;
  request.set_run_id(run_id);
  return Call(*experiments_, &v1::Experiments::Stub::GetRun, request);
}

absl::StatusOr<v1::ListRunsResponse> Client::ListRuns() {
  return Call(*experiments_, &v1::Experiments::Stub::ListRuns, v1::ListRunsRequest());
}

absl::StatusOr<v1::LabStatus> Client::GetStatus() {
  return Call(*lab_, &v1::Lab::Stub::GetStatus, v1::GetStatusRequest());
}

absl::Status Client::Release(const std::string& machine) {
  v1::ReleaseMachineRequest request;
  request.set_machine(machine);
  return Call(*lab_, &v1::Lab::Stub::ReleaseMachine, request).status();
}

}  // namespace benchcell::chaos
