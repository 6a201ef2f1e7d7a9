// Blobs over a gRPC channel, for every client of the Blobs service.

#ifndef BENCHCELL_RUNNERS_COORDINATOR_BLOB_TRANSFER_H_
#define BENCHCELL_RUNNERS_COORDINATOR_BLOB_TRANSFER_H_

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "benchcell/v1/lab.grpc.pb.h"
#include "runners/blobs/partial_blob.h"
#include "runners/blobs/transfer_retry.h"

namespace benchcell {

absl::StatusOr<std::vector<std::string>> FindMissingBlobs(v1::Blobs::StubInterface& blobs,
                                                          const std::vector<std::string>& sha256);

// Sleeps, and never wants to stop.
bool SleepPatiently(absl::Duration duration);

// Sends the file's content. When the connection breaks or the other side starts anew, goes on where
// it stopped, as TransferRetry has it. INVALID_ARGUMENT if the content doesn't have the digest.
absl::Status UploadBlob(v1::Blobs::StubInterface& blobs, const std::string& sha256,
                        const std::filesystem::path& file, const Pause& pause = SleepPatiently);

struct BlobFile {
  std::string sha256;
  std::filesystem::path file;
  // For messages.
  std::string name;
};

// How many blobs travel at once: enough that one is read or synced while another is on the wire.
inline constexpr size_t kBlobsAtOnce = 4;

// Uploads those that the other side doesn't have, each once, several at once.
absl::Status UploadMissingBlobs(v1::Blobs::StubInterface& blobs, const std::vector<BlobFile>& files,
                                const Pause& pause = SleepPatiently);

// One attempt to get what is missing of the blob, from into.size() on. What arrived stays in
// `into`, whatever the error. Ends early with CANCELLED if `context` is cancelled. The digest is
// not checked. OUT_OF_RANGE if the blob is smaller than what is there of it.
absl::Status DownloadBlob(v1::Blobs::StubInterface& blobs, const std::string& sha256,
                          PartialBlob& into, grpc::ClientContext& context);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COORDINATOR_BLOB_TRANSFER_H_
