#include "runners/cli/lab_client.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/coordinator/blob_transfer.h"
#include "runners/coordinator/status_grpc.h"

namespace benchcell {

LabClient::LabClient(const std::shared_ptr<grpc::Channel>& channel)
    : blobs_(v1::Blobs::NewStub(channel)), experiments_(v1::Experiments::NewStub(channel)) {}

absl::Status LabClient::Upload(const std::vector<BundleArchive>& bundles) {
  std::vector<std::string> digests;
  for (const BundleArchive& bundle : bundles) digests.push_back(bundle.bundle.sha256());
  ASSIGN_OR_RETURN(const std::vector<std::string> missing, FindMissingBlobs(*blobs_, digests));
  for (const BundleArchive& bundle : bundles) {
    if (std::find(missing.begin(), missing.end(), bundle.bundle.sha256()) == missing.end()) {
      continue;
    }
    RETURN_IF_ERROR(Annotate(UploadBlob(*blobs_, bundle.bundle.sha256(), bundle.archive),
                             absl::StrCat("bundle of ", bundle.bundle.label())));
  }
  return absl::OkStatus();
}

absl::StatusOr<v1::SubmitResponse> LabClient::Submit(const v1::SubmitRequest& request) {
  grpc::ClientContext context;
  v1::SubmitResponse response;
  RETURN_IF_ERROR(FromGrpc(experiments_->Submit(&context, request, &response)));
  return response;
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
  return FromGrpc(stream->Finish());
}

absl::Status LabClient::Cancel(const std::string& run_id) {
  v1::CancelRequest request;
  request.set_run_id(run_id);
  grpc::ClientContext context;
  v1::CancelResponse response;
  return FromGrpc(experiments_->Cancel(&context, request, &response));
}

absl::StatusOr<v1::ExperimentRun> LabClient::GetRun(const std::string& run_id) {
  v1::GetRunRequest request;
  request.set_run_id(run_id);
  grpc::ClientContext context;
  v1::ExperimentRun run;
  RETURN_IF_ERROR(FromGrpc(experiments_->GetRun(&context, request, &run)));
  return run;
}

absl::StatusOr<v1::ListRunsResponse> LabClient::ListRuns() {
  grpc::ClientContext context;
  v1::ListRunsResponse response;
  RETURN_IF_ERROR(FromGrpc(experiments_->ListRuns(&context, {}, &response)));
  return response;
}

}  // namespace benchcell
