// Writes a tar archive whose bytes depend on nothing but the calls.

#ifndef BENCHCELL_RUNNERS_BLOBS_TAR_WRITER_H_
#define BENCHCELL_RUNNERS_BLOBS_TAR_WRITER_H_

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runners/blobs/blob_store.h"

namespace benchcell {

// Entries come in the caller's order, parents first. Errors name the archive; after one the archive
// is of no use. Not thread-safe.
class TarWriter {
 public:
  // Writes to the file `archive`; what was there is lost.
  static absl::StatusOr<std::unique_ptr<TarWriter>> Open(const std::filesystem::path& archive);
  virtual ~TarWriter() = default;

  // Paths are relative, with `/` between folders and none at the end.
  virtual absl::Status AddFolder(const std::string& path) = 0;
  virtual absl::Status AddLink(const std::string& path, const std::string& target) = 0;

  // Starts a file of `size` bytes, which then come by Append.
  virtual absl::Status AddFile(const std::string& path, bool executable, uint64_t size) = 0;
  virtual absl::Status Append(std::string_view bytes) = 0;

  // Digest and size of the whole archive. The last call.
  virtual absl::StatusOr<BlobRef> Finish() = 0;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_BLOBS_TAR_WRITER_H_
