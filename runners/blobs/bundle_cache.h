// The unpacked, shared copies of bundles on one machine.

#ifndef BENCHCELL_RUNNERS_BLOBS_BUNDLE_CACHE_H_
#define BENCHCELL_RUNNERS_BLOBS_BUNDLE_CACHE_H_

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "runners/base/clock.h"
#include "runners/blobs/bundle_hold.h"

namespace benchcell {

// Thread-safe, and several processes may use one folder.
class BundleCache {
 public:
  // Gives the archive of a bundle; called only when it is needed, and never twice at once for one
  // bundle.
  using ArchiveSource = std::function<absl::StatusOr<std::filesystem::path>()>;

  // Makes the folder if it isn't there, and removes what a crash left half unpacked or half removed
  // in it. `clock` tells when a bundle is used.
  static absl::StatusOr<std::unique_ptr<BundleCache>> Open(const std::filesystem::path& folder,
                                                           Clock clock = absl::Now);

  // The folder `DIR/<sha256>` with the content of the archive, which is asked for only if the
  // folder isn't there yet. It appears whole or not at all, whatever crashes, and stays as long as
  // somebody holds it. Nothing in it can be written, by its owner neither (files 0444 or 0555,
  // folders 0555; only root may all the same): who copies from it adds the write bit again.
  //
  // DATA_LOSS if the archive's digest is another (naming both); INVALID_ARGUMENT for what Unpack
  // refuses;
  // NOT_FOUND without an archive; RESOURCE_EXHAUSTED for a full disk. Callers of one bundle wait
  // for each other, those of different ones don't.
  absl::StatusOr<BundleHold> Materialize(std::string_view sha256, const ArchiveSource& archive);

  // Whether the bundle is there now; unless it is held, it may be gone a moment later.
  bool Has(std::string_view sha256) const;

  // Removes bundles that nobody holds, the least recently used first, until those that are left
  // take at most `limit` bytes of disk. Gives the number of bundles removed. Whatever crashes, no
  // bundle is ever seen in part.
  absl::StatusOr<int> Evict(uint64_t limit) const;

 private:
  BundleCache(std::filesystem::path folder, Clock clock)
      : folder_(std::move(folder)), clock_(std::move(clock)) {}

  absl::StatusOr<std::optional<BundleHold>> UnpackInto(const std::string& sha256,
                                                       const std::filesystem::path& archive,
                                                       const std::filesystem::path& place) const;
  absl::StatusOr<bool> TryToEvict(const std::string& sha256) const;

  const std::filesystem::path folder_;
  const Clock clock_;
  // Of std, since ThreadSanitizer can't see into the locks of an Abseil that it didn't compile.
  std::mutex mutex_;
  std::condition_variable freed_;
  // Digests that some thread is unpacking; guarded by mutex_.
  std::set<std::string> busy_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_BLOBS_BUNDLE_CACHE_H_
