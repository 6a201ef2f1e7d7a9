#include "runners/cli/lab_client.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/coordinator/blob_transfer.h"
#include "runners/coordinator/status_grpc.h"

namespace benchcell {
namespace {

// One call: METHOD of a stub.
template <typename Response, typename Stub, typename Request>
absl::StatusOr<Response> Call(Stub& stub,
                              grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&,
                                                           Response*),
                              const Request& request, const LinkSecurity& security) {
  grpc::ClientContext context;
  Response response;
  RETURN_IF_ERROR(ExplainLink(FromGrpc((stub.*method)(&context, request, &response)), security));
  return response;
}

}  // namespace

LabClient::LabClient(const std::shared_ptr<grpc::Channel>& channel, LinkSecurity security)
    : blobs_(v1::Blobs::NewStub(channel)),
      experiments_(v1::Experiments::NewStub(channel)),
      lab_(v1::Lab::NewStub(channel)),
      security_(std::move(security)) {}

absl::Status LabClient::Upload(const std::vector<BundleArchive>& bundles) {
  std::vector<BlobFile> files;
  for (const BundleArchive& bundle : bundles) {
    files.push_back({bundle.bundle.sha256(), bundle.archive,
                     absl::StrCat("bundle of ", bundle.bundle.label())});
  }
  return ExplainLink(UploadMissingBlobs(*blobs_, files), security_);
}

absl::Status LabClient::ReadBlob(const std::string& sha256,
                                 const std::function<absl::Status(std::string_view)>& take) {
  v1::ReadBlobRequest request;
  request.set_sha256(sha256);
  grpc::ClientContext context;
  const auto stream = blobs_->Read(&context, request);
  v1::ReadBlobResponse response;
  while (stream->Read(&response)) {
    if (const absl::Status status = take(response.chunk()); !status.ok()) {
      context.TryCancel();
      stream->Finish().ok();
      return status;
    }
  }
  return ExplainLink(FromGrpc(stream->Finish()), security_);
}

absl::StatusOr<v1::SubmitResponse> LabClient::Submit(const v1::SubmitRequest& request) {
  return Call(*experiments_, &v1::Experiments::Stub::Submit, request, security_);
}

absl::Status LabClient::Watch(const std::string& run_id,
                              const std::function<bool(const v1::Progress&)>& seen) {
  v1::WatchRequest request;
  request.set_run_id(run_id);
  grpc::ClientContext context;
  const auto stream = experiments_->Watch(&context, request);
  v1::Progress progress;
  while (stream->Read(&progress)) {
    if (!seen(progress)) {
      context.TryCancel();
      stream->Finish().ok();
      return absl::OkStatus();
    }
  }
  return ExplainLink(FromGrpc(stream->Finish()), security_);
}

absl::Status LabClient::Cancel(const std::string& run_id) {
  v1::CancelRequest request;
  request.set_run_id(run_id);
  return Call(*experiments_, &v1::Experiments::Stub::Cancel, request, security_).status();
}

absl::StatusOr<v1::ExperimentRun> LabClient::GetRun(const std::string& run_id) {
  v1::GetRunRequest request;
  request.set_run_id(run_id);
  return Call(*experiments_, &v1::Experiments::Stub::GetRun, request, security_);
}

absl::StatusOr<v1::ListRunsResponse> LabClient::ListRuns() {
  return Call(*experiments_, &v1::Experiments::Stub::ListRuns, v1::ListRunsRequest(), security_);
}

absl::StatusOr<v1::LabStatus> LabClient::GetStatus() {
  return Call(*lab_, &v1::Lab::Stub::GetStatus, v1::GetStatusRequest(), security_);
}

absl::Status LabClient::ReleaseMachine(const std::string& machine) {
  v1::ReleaseMachineRequest request;
  request.set_machine(machine);
  return Call(*lab_, &v1::Lab::Stub::ReleaseMachine, request, security_).status();
}

}  // namespace benchcell
