// The unpacked, shared copies of bundles on one machine.

#ifndef BENCHCELL_RUNNERS_BLOBS_BUNDLE_CACHE_H_
#define BENCHCELL_RUNNERS_BLOBS_BUNDLE_CACHE_H_

#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace benchcell {

// Thread-safe, and several processes may use one folder.
class BundleCache {
 public:
  // Makes the folder if it isn't there, and removes what a crash left half unpacked in it.
  static absl::StatusOr<std::unique_ptr<BundleCache>> Open(const std::filesystem::path& folder);

  // The folder `DIR/<sha256>` with the content of the archive, which is read only if the folder
  // isn't there yet. It appears whole or not at all, whatever crashes. Nothing in it can be
  // written, by its owner neither (files 0444 or 0555, folders 0555; only root may all the same):
  // who copies from it adds the write bit again.
  //
  // INVALID_ARGUMENT if the archive's digest is another (naming both) or for what Unpack refuses;
  // NOT_FOUND without an archive; RESOURCE_EXHAUSTED for a full disk. Callers of one bundle wait
  // for each other, those of different ones don't.
  absl::StatusOr<std::filesystem::path> Materialize(std::string_view sha256,
                                                    const std::filesystem::path& archive);

 private:
  explicit BundleCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  absl::Status UnpackInto(const std::string& sha256, const std::filesystem::path& archive,
                          const std::filesystem::path& place) const;

  const std::filesystem::path folder_;
  // Of std, since ThreadSanitizer can't see into the locks of an Abseil that it didn't compile.
  std::mutex mutex_;
  std::condition_variable freed_;
  // Digests that some thread is unpacking; guarded by mutex_.
  std::set<std::string> busy_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_BLOBS_BUNDLE_CACHE_H_
