#include "runners/coordinator/blobs_service.h"

#include <grpcpp/server_context.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/coordinator/status_grpc.h"

namespace benchcell {
namespace {

// Size of the chunks that Read sends, in bytes: large enough that the cost of a message doesn't
// count.
constexpr size_t kChunk = 1 << 20;

// Appends a chunk that belongs at `offset`, without the bytes that are there.
absl::Status AppendAt(uint64_t offset, std::string_view chunk, BlobWriter& writer) {
  const uint64_t there = writer.size() - offset;
  if (there >= chunk.size()) return absl::OkStatus();
  return writer.Append(chunk.substr(there));
}

absl::Status Receive(BlobStore& blobs, grpc::ServerReader<v1::WriteBlobRequest>* reader) {
  v1::WriteBlobRequest request;
  if (!reader->Read(&request)) return absl::InvalidArgumentError("a blob without any message");
  if (blobs.Has(request.sha256())) return absl::OkStatus();
  ASSIGN_OR_RETURN(const std::unique_ptr<BlobWriter> writer, blobs.StartWrite(request.sha256()));
  uint64_t offset = request.offset();
  const uint64_t size = request.size();
  if (offset > writer->size()) {
    return absl::AbortedError(absl::StrCat("the blob goes on at byte ", offset, ", but only ",
                                           writer->size(), " bytes of it are here; ask again"));
  }
  do {
    RETURN_IF_ERROR(AppendAt(offset, request.chunk(), *writer));
    offset += request.chunk().size();
  } while (offset <= size && reader->Read(&request));
  // The same end of the stream as after the last chunk: only the size tells that it broke.
  if (offset < size) {
    return absl::AbortedError(
        absl::StrCat("the stream ended after ", offset, " of ", size, " bytes"));
  }
  return writer->Commit();
}

absl::Status Send(const BlobStore& blobs, const v1::ReadBlobRequest& request,
                  grpc::ServerWriter<v1::ReadBlobResponse>* writer) {
  ASSIGN_OR_RETURN(const std::filesystem::path path, blobs.PathOf(request.sha256()));
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return SystemError(errno, "can't open", path);
  const uint64_t size = file.tellg();
  if (request.offset() > size) {
    return absl::OutOfRangeError(absl::StrCat("the blob ", request.sha256(), " has ", size,
                                              " bytes, and was asked for from byte ",
                                              request.offset(), " on"));
  }
  file.seekg(static_cast<std::streamoff>(request.offset()));
  v1::ReadBlobResponse response;
  std::string& chunk = *response.mutable_chunk();
  for (uint64_t left = size - request.offset(); left > 0; left -= chunk.size()) {
    chunk.resize(std::min<uint64_t>(kChunk, left));
    if (!file.read(chunk.data(), static_cast<std::streamsize>(chunk.size()))) {
      return SystemError(errno, "can't read", path);
    }
    if (!writer->Write(response)) return absl::CancelledError("the reader left");
  }
  return absl::OkStatus();
}

}  // namespace

grpc::Status BlobsService::FindMissing(grpc::ServerContext*, const v1::FindMissingRequest* request,
                                       v1::FindMissingResponse* response) {
  for (const std::string& sha256 : request->sha256()) {
    if (blobs_.Has(sha256)) continue;
    response->add_sha256(sha256);
    response->add_held(blobs_.BytesHeld(sha256));
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

}  // namespace benchcell
