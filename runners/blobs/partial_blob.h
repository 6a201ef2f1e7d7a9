// A blob on its way onto this disk. What has arrived outlives its writer, however that ends: the
// next one goes on where it stopped.
//
// In a folder the blob `abcdef...` is the file `.part-abcdef...-XXXXXX`, locked by its writer. Only
// who holds the lock writes: a connection that hangs can't spoil what its successor writes.

#ifndef BENCHCELL_RUNNERS_BLOBS_PARTIAL_BLOB_H_
#define BENCHCELL_RUNNERS_BLOBS_PARTIAL_BLOB_H_

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace benchcell {

// How long what nobody goes on with is kept: over a weekend and a holiday.
inline constexpr absl::Duration kKeepPartial = absl::Hours(7 * 24);

// Errors name the path; a full disk is RESOURCE_EXHAUSTED. Not thread-safe, but any number of them
// may be open for one blob, in any number of processes.
class PartialBlob {
 public:
  // Takes over what a writer that is gone left of the blob, if anything. If a writer of it lives,
  // starts with a copy of what that has so far. `sha256` must be a digest.
  static absl::StatusOr<std::unique_ptr<PartialBlob>> Open(const std::filesystem::path& folder,
                                                           const std::string& sha256);

  // Keeps what has arrived.
  ~PartialBlob();
  PartialBlob(const PartialBlob&) = delete;
  PartialBlob& operator=(const PartialBlob&) = delete;

  // Bytes that are there; Append goes on after them.
  uint64_t size() const { return size_; }
  // Those of them that an earlier writer left.
  uint64_t inherited() const { return inherited_; }
  const std::filesystem::path& path() const { return path_; }

  absl::Status Append(std::string_view bytes);

  // Throws away what is there and starts anew.
  absl::Status Restart();

  // Moves the file, whose content then survives a crash of the machine, if the content has the
  // digest. If not, the file is removed; DATA_LOSS if a part of it was inherited, so that sending
  // it all again may help, else INVALID_ARGUMENT. The last call on this object. The caller syncs
  // the folder.
  absl::Status MoveTo(const std::filesystem::path& place);

  // Removes the file. The last call on this object.
  void Remove();

 private:
  PartialBlob(int fd, std::filesystem::path path, std::string sha256, uint64_t size)
      : fd_(fd), path_(std::move(path)), sha256_(std::move(sha256)), size_(size) {}

  // Appends what a living writer has so far.
  absl::Status CopyFrom(const std::filesystem::path& donor);

  const int fd_;
  const std::filesystem::path path_;
  const std::string sha256_;
  uint64_t size_;
  uint64_t inherited_ = 0;
  bool gone_ = false;
};

// Bytes of the blob that the next PartialBlob for it starts with, or some more.
uint64_t PartialBytes(const std::filesystem::path& folder, const std::string& sha256);

// Whether a file or folder of that name is one of these.
bool IsPartialBlob(const std::filesystem::path& path);

// Removes what nobody has gone on with since `before`.
absl::Status RemovePartialBlobs(const std::filesystem::path& folder, absl::Time before);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_BLOBS_PARTIAL_BLOB_H_
