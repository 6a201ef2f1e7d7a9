// A blob store in a folder: the blob `abcdef...` is the file `ab/abcdef...`; what has arrived of
// others is in `.partial`.

#ifndef BENCHCELL_RUNNERS_BLOBS_DIRECTORY_BLOB_STORE_H_
#define BENCHCELL_RUNNERS_BLOBS_DIRECTORY_BLOB_STORE_H_

#include "runners/base/clock.h"
#include "runners/blobs/blob_store.h"

namespace benchcell {

class DirectoryBlobStore : public BlobStore {
 public:
  // Makes the folder if it isn't there, and removes what a crash left half written in it. What can
  // be gone on with is kept for kKeepPartial after the last piece arrived.
  static absl::StatusOr<std::unique_ptr<DirectoryBlobStore>> Open(
      const std::filesystem::path& folder, const Clock& clock = absl::Now);

  bool Has(std::string_view sha256) const override;
  absl::StatusOr<std::unique_ptr<BlobWriter>> StartWrite(std::string_view sha256) override;
  uint64_t BytesHeld(std::string_view sha256) const override;
  absl::StatusOr<std::filesystem::path> PathOf(std::string_view sha256) const override;
  absl::StatusOr<BlobRef> PutFile(const std::filesystem::path& path) override;
  absl::StatusOr<BlobRef> PutBytes(std::string_view bytes) override;

 private:
  explicit DirectoryBlobStore(std::filesystem::path folder) : folder_(std::move(folder)) {}

  const std::filesystem::path folder_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_BLOBS_DIRECTORY_BLOB_STORE_H_
