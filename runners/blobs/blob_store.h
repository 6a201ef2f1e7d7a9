// Bytes by their SHA-256: archives of bundles, raw outputs of runs.

#ifndef BENCHCELL_RUNNERS_BLOBS_BLOB_STORE_H_
#define BENCHCELL_RUNNERS_BLOBS_BLOB_STORE_H_

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace benchcell {

struct BlobRef {
  // 64 lower-case hexadecimal digits.
  std::string sha256;
  // Bytes.
  uint64_t size = 0;

  bool operator==(const BlobRef&) const = default;
};

// A blob whose digest is known and whose bytes arrive in pieces. Dropped before Commit(), what was
// appended is kept for the next writer of the blob. Not thread-safe; must not outlive its store.
class BlobWriter {
 public:
  virtual ~BlobWriter() = default;

  // Bytes that are there, from an earlier writer or from Append, which goes on after them.
  virtual uint64_t size() const = 0;

  virtual absl::Status Append(std::string_view bytes) = 0;

  // Puts the blob into the store. If the bytes are others than announced, they are thrown away:
  // INVALID_ARGUMENT, with the digest wanted and got; DATA_LOSS if some of them are from an earlier
  // writer, so that the whole blob should be sent again. The last call on this object.
  virtual absl::Status Commit() = 0;
};

// Thread-safe, and several processes may use one store. A blob once in it never changes. Errors
// name the path; a full disk is RESOURCE_EXHAUSTED. A digest that isn't one is INVALID_ARGUMENT.
class BlobStore {
 public:
  virtual ~BlobStore() = default;

  virtual bool Has(std::string_view sha256) const = 0;

  // Goes on with what an interrupted writer left, if there is any. Writers of one blob don't
  // disturb each other.
  virtual absl::StatusOr<std::unique_ptr<BlobWriter>> StartWrite(std::string_view sha256) = 0;

  // Bytes that interrupted writers left of a blob that the store doesn't have.
  virtual uint64_t BytesHeld(std::string_view sha256) const = 0;

  // A file with the blob, not to be changed. NOT_FOUND if the store doesn't have it.
  virtual absl::StatusOr<std::filesystem::path> PathOf(std::string_view sha256) const = 0;

  // After OK they survive a crash of the machine.
  virtual absl::StatusOr<BlobRef> PutFile(const std::filesystem::path& path) = 0;
  virtual absl::StatusOr<BlobRef> PutBytes(std::string_view bytes) = 0;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_BLOBS_BLOB_STORE_H_
