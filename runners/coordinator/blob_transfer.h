// Blobs over a gRPC channel, for every client of the Blobs service.

#ifndef BENCHCELL_RUNNERS_COORDINATOR_BLOB_TRANSFER_H_
#define BENCHCELL_RUNNERS_COORDINATOR_BLOB_TRANSFER_H_

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "benchcell/v1/lab.grpc.pb.h"
#include "runners/blobs/blob_store.h"

namespace benchcell {

absl::StatusOr<std::vector<std::string>> FindMissingBlobs(v1::Blobs::StubInterface& blobs,
                                                          const std::vector<std::string>& sha256);

// Sends the file's content. INVALID_ARGUMENT if it doesn't have the digest.
absl::Status UploadBlob(v1::Blobs::StubInterface& blobs, const std::string& sha256,
                        const std::filesystem::path& file);

// Stores the blob's content, whose digest is checked.
absl::Status DownloadBlob(v1::Blobs::StubInterface& blobs, const std::string& sha256,
                          BlobStore& into);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COORDINATOR_BLOB_TRANSFER_H_
