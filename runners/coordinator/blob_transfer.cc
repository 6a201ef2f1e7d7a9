#include "runners/coordinator/blob_transfer.h"

#include <grpcpp/client_context.h>

#include <cerrno>
#include <fstream>
#include <memory>

#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/coordinator/status_grpc.h"

namespace benchcell {
namespace {

// The most that lab.proto allows in one message.
constexpr size_t kChunk = 1 << 20;

}  // namespace

absl::StatusOr<std::vector<std::string>> FindMissingBlobs(v1::Blobs::StubInterface& blobs,
                                                          const std::vector<std::string>& sha256) {
  v1::FindMissingRequest request;
  for (const std::string& digest : sha256) request.add_sha256(digest);
  grpc::ClientContext context;
  v1::FindMissingResponse response;
  RETURN_IF_ERROR(FromGrpc(blobs.FindMissing(&context, request, &response)));
  return std::vector<std::string>(response.sha256().begin(), response.sha256().end());
}

absl::Status UploadBlob(v1::Blobs::StubInterface& blobs, const std::string& sha256,
                        const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return SystemError(errno, "can't open", path);
  grpc::ClientContext context;
  v1::WriteBlobResponse response;
  const auto stream = blobs.Write(&context, &response);
  v1::WriteBlobRequest request;
  request.set_sha256(sha256);
  // The first message also serves an empty file.
  do {
    std::string& chunk = *request.mutable_chunk();
    chunk.resize(kChunk);
    file.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
    chunk.resize(file.gcount());
    // A server that has the blob, or has found it wrong, ends the stream early; Finish says which.
    if (!stream->Write(request)) break;
    request.clear_sha256();
  } while (file);
  if (file.bad()) {
    context.TryCancel();
    stream->Finish().ok();
    return SystemError(errno, "can't read", path);
  }
  stream->WritesDone();
  return FromGrpc(stream->Finish());
}

absl::Status DownloadBlob(v1::Blobs::StubInterface& blobs, const std::string& sha256,
                          BlobStore& into) {
  ASSIGN_OR_RETURN(const std::unique_ptr<BlobWriter> writer, into.StartWrite(sha256));
  v1::ReadBlobRequest request;
  request.set_sha256(sha256);
  grpc::ClientContext context;
  const auto stream = blobs.Read(&context, request);
  v1::ReadBlobResponse response;
  while (stream->Read(&response)) {
    if (const absl::Status status = writer->Append(response.chunk()); !status.ok()) {
      context.TryCancel();
      stream->Finish().ok();
      return status;
    }
  }
  RETURN_IF_ERROR(FromGrpc(stream->Finish()));
  return writer->Commit();
}

}  // namespace benchcell
