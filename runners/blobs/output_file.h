// A file that is written piece by piece, with the digest of what was written.

#ifndef BENCHCELL_RUNNERS_BLOBS_OUTPUT_FILE_H_
#define BENCHCELL_RUNNERS_BLOBS_OUTPUT_FILE_H_

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runners/blobs/digest.h"

namespace benchcell {

// Errors name the path; a full disk is RESOURCE_EXHAUSTED. Not thread-safe. The destructor closes
// the file and leaves it where it is.
class OutputFile {
 public:
  // Opens for writing from the start; what was there is lost.
  static absl::StatusOr<std::unique_ptr<OutputFile>> Open(const std::filesystem::path& path);

  // Makes a new file in `folder`, with an unused name that starts with `prefix`. It holds a lock
  // (flock) as long as this object lives, which tells it from one that a crash left: see
  // RemoveStale.
  static absl::StatusOr<std::unique_ptr<OutputFile>> OpenTemporary(
      const std::filesystem::path& folder, const std::string& prefix);

  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  absl::Status Append(std::string_view bytes);

  // After OK the content survives a crash of the machine.
  absl::Status Sync();

  // SHA-256 and size in bytes of all that was appended. Append no more after Digest().
  std::string Digest() { return hasher_.Finish(); }
  uint64_t size() const { return size_; }
  const std::filesystem::path& path() const { return path_; }

 private:
  OutputFile(int fd, std::filesystem::path path) : fd_(fd), path_(std::move(path)) {}

  const int fd_;
  const std::filesystem::path path_;
  Sha256Hasher hasher_;
  uint64_t size_ = 0;
};

// After OK the names in `folder` survive a crash of the machine.
absl::Status SyncFolder(const std::filesystem::path& folder);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_BLOBS_OUTPUT_FILE_H_
