// What is known of each unpacked bundle in a folder: how large it is and when it was last used.
//
// It stands in `DIR/<sha256>.used`, the size as the content and the use as the time of the file. A
// crash may lose it; then the size is measured again and the time is the folder's own.

#ifndef BENCHCELL_RUNNERS_BLOBS_BUNDLE_USE_H_
#define BENCHCELL_RUNNERS_BLOBS_BUNDLE_USE_H_

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace benchcell {

struct BundleUse {
  std::string sha256;
  // Bytes of disk: see BytesOnDisk.
  uint64_t bytes = 0;
  absl::Time last_used;
};

// Of all bundles in the folder, the least recently used first.
absl::StatusOr<std::vector<BundleUse>> ListBundles(const std::filesystem::path& folder);

// Notes a use of a bundle of known size.
absl::Status NoteNewBundle(const std::filesystem::path& folder, const BundleUse& use);
// Notes a use of a bundle that is there.
absl::Status NoteBundleUse(const std::filesystem::path& folder, const std::string& sha256,
                           absl::Time now);

// Forgets a bundle that was removed.
void ForgetBundle(const std::filesystem::path& folder, const std::string& sha256);

// What a tree takes, in bytes: each folder and link a block of 4 KiB, each file its size rounded up
// to blocks. The same on every file system, and known before anything is written to the disk.
absl::StatusOr<uint64_t> BytesOnDisk(const std::filesystem::path& tree);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_BLOBS_BUNDLE_USE_H_
