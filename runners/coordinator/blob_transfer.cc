#include "runners/coordinator/blob_transfer.h"

#include <grpcpp/client_context.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <memory>
#include <optional>
#include <set>

#include "absl/time/clock.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/blobs/several.h"
#include "runners/coordinator/status_grpc.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

// The most that lab.proto allows in one message.
constexpr size_t kChunk = 1 << 20;

absl::StatusOr<v1::FindMissingResponse> FindMissing(v1::Blobs::StubInterface& blobs,
                                                    const std::vector<std::string>& sha256) {
  v1::FindMissingRequest request;
  for (const std::string& digest : sha256) request.add_sha256(digest);
  grpc::ClientContext context;
  v1::FindMissingResponse response;
  RETURN_IF_ERROR(FromGrpc(blobs.FindMissing(&context, request, &response)));
  return response;
}

// Where to go on; nothing if the other side has the whole blob.
absl::StatusOr<std::optional<uint64_t>> OffsetOf(v1::Blobs::StubInterface& blobs,
                                                 const std::string& sha256) {
  ASSIGN_OR_RETURN(const v1::FindMissingResponse missing, FindMissing(blobs, {sha256}));
  if (missing.sha256().empty()) return std::nullopt;
  return missing.held().empty() ? 0 : missing.held(0);
}

// One attempt.
absl::Status Send(v1::Blobs::StubInterface& blobs, const std::string& sha256, const fs::path& path,
                  uint64_t offset, uint64_t size) {
  std::ifstream file(path, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(offset));
  if (!file) return SystemError(errno, "can't open", path);
  grpc::ClientContext context;
  v1::WriteBlobResponse response;
  const auto stream = blobs.Write(&context, &response);
  v1::WriteBlobRequest request;
  request.set_sha256(sha256);
  request.set_offset(offset);
  request.set_size(size);
  // The first message also serves an empty file.
  do {
    std::string& chunk = *request.mutable_chunk();
    chunk.resize(std::min<uint64_t>(kChunk, size - offset));
    if (!file.read(chunk.data(), static_cast<std::streamsize>(chunk.size()))) {
      context.TryCancel();
      stream->Finish().ok();
      return SystemError(errno, "can't read", path);
    }
    offset += chunk.size();
    // A server that has the blob, or has found it wrong, ends the stream early; Finish says which.
    if (!stream->Write(request)) break;
    request.clear_sha256();
    request.clear_offset();
    request.clear_size();
  } while (offset < size);
  stream->WritesDone();
  return FromGrpc(stream->Finish());
}

}  // namespace

absl::StatusOr<std::vector<std::string>> FindMissingBlobs(v1::Blobs::StubInterface& blobs,
                                                          const std::vector<std::string>& sha256) {
  ASSIGN_OR_RETURN(const v1::FindMissingResponse response, FindMissing(blobs, sha256));
  return std::vector<std::string>(response.sha256().begin(), response.sha256().end());
}

bool SleepPatiently(absl::Duration duration) {
  absl::SleepFor(duration);
  return true;
}

absl::Status UploadBlob(v1::Blobs::StubInterface& blobs, const std::string& sha256,
                        const fs::path& file, const Pause& pause) {
  std::error_code error;
  const uint64_t size = fs::file_size(file, error);
  if (error) return SystemError(error.value(), "can't open", file);
  TransferRetry retry(pause);
  bool damaged = false;
  // What fits into one message is sent unasked: most raw outputs do.
  for (bool ask = size > kChunk;; ask = true) {
    absl::StatusOr<std::optional<uint64_t>> offset = 0;
    if (ask) offset = OffsetOf(blobs, sha256);
    absl::Status status = offset.status();
    if (status.ok()) {
      if (!offset->has_value()) return absl::OkStatus();
      status = Send(blobs, sha256, file, std::min(**offset, size), size);
    }
    if (status.ok()) return status;
    // What was kept of an earlier attempt was wrong and is gone now; the second time, the file is.
    if (absl::IsDataLoss(status) && !damaged) {
      damaged = true;
      continue;
    }
    if (!retry.GoOn(status, offset.ok() ? **offset : 0)) return status;
  }
}

absl::Status UploadMissingBlobs(v1::Blobs::StubInterface& blobs, const std::vector<BlobFile>& files,
                                const Pause& pause) {
  std::vector<std::string> digests;
  for (const BlobFile& file : files) digests.push_back(file.sha256);
  ASSIGN_OR_RETURN(const std::vector<std::string> answer, FindMissingBlobs(blobs, digests));
  std::set<std::string> missing(answer.begin(), answer.end());
  std::vector<const BlobFile*> wanted;
  for (const BlobFile& file : files) {
    if (missing.erase(file.sha256) > 0) wanted.push_back(&file);
  }
  return ForEachOfSeveral(wanted.size(), kBlobsAtOnce, [&](size_t i) {
    const BlobFile& file = *wanted[i];
    return Annotate(UploadBlob(blobs, file.sha256, file.file, pause), file.name);
  });
}

absl::Status DownloadBlob(v1::Blobs::StubInterface& blobs, const std::string& sha256,
                          PartialBlob& into, grpc::ClientContext& context) {
  v1::ReadBlobRequest request;
  request.set_sha256(sha256);
  request.set_offset(into.size());
  const auto stream = blobs.Read(&context, request);
  v1::ReadBlobResponse response;
  while (stream->Read(&response)) {
    if (const absl::Status status = into.Append(response.chunk()); !status.ok()) {
      context.TryCancel();
      stream->Finish().ok();
      return status;
    }
  }
  return FromGrpc(stream->Finish());
}

}  // namespace benchcell
