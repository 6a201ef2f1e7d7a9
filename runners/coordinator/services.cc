#include "runners/coordinator/services.h"

#include <grpcpp/server_context.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>

#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/coordinator/status_grpc.h"

namespace benchcell {
namespace {

// Size of the chunks that Read sends, in bytes: large enough that the cost of a message doesn't
// count.
constexpr size_t kChunk = 1 << 20;
// How long a watcher waits for a change before it looks whether its client is still there.
constexpr absl::Duration kWatchPatience = absl::Seconds(1);

// Puts a value into the response, or gives back the error.
template <typename T>
grpc::Status Respond(absl::StatusOr<T> result, T* response) {
  if (!result.ok()) return ToGrpc(result.status());
  *response = *std::move(result);
  return grpc::Status::OK;
}

absl::Status Receive(BlobStore& blobs, grpc::ServerReader<v1::WriteBlobRequest>* reader) {
  v1::WriteBlobRequest request;
  if (!reader->Read(&request)) return absl::InvalidArgumentError("a blob without any message");
  const std::string sha256 = request.sha256();
  if (blobs.Has(sha256)) return absl::OkStatus();
  ASSIGN_OR_RETURN(const std::unique_ptr<BlobWriter> writer, blobs.StartWrite(sha256));
  do {
    RETURN_IF_ERROR(writer->Append(request.chunk()));
  } while (reader->Read(&request));
  return writer->Commit();
}

absl::Status Send(const BlobStore& blobs, const v1::ReadBlobRequest& request,
                  grpc::ServerWriter<v1::ReadBlobResponse>* writer) {
  ASSIGN_OR_RETURN(const std::filesystem::path path, blobs.PathOf(request.sha256()));
  std::ifstream file(path, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(request.offset()));
  v1::ReadBlobResponse response;
  std::string& chunk = *response.mutable_chunk();
  while (file) {
    chunk.resize(kChunk);
    file.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
    chunk.resize(file.gcount());
    if (!chunk.empty() && !writer->Write(response)) return absl::CancelledError("the reader left");
  }
  if (!file.eof()) return SystemError(errno, "can't read", path);
  return absl::OkStatus();
}

}  // namespace

grpc::Status BlobsService::FindMissing(grpc::ServerContext*, const v1::FindMissingRequest* request,
                                       v1::FindMissingResponse* response) {
  for (const std::string& sha256 : request->sha256()) {
    if (!blobs_.Has(sha256)) response->add_sha256(sha256);
  }
  return grpc::Status::OK;
}

grpc::Status BlobsService::Write(grpc::ServerContext*,
                                 grpc::ServerReader<v1::WriteBlobRequest>* reader,
                                 v1::WriteBlobResponse*) {
  return ToGrpc(Receive(blobs_, reader));
}

grpc::Status BlobsService::Read(grpc::ServerContext*, const v1::ReadBlobRequest* request,
                                grpc::ServerWriter<v1::ReadBlobResponse>* writer) {
  return ToGrpc(Send(blobs_, *request, writer));
}

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
