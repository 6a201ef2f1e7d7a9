// Keeps an unpacked bundle where it is while somebody uses it.

#ifndef BENCHCELL_RUNNERS_BLOBS_BUNDLE_HOLD_H_
#define BENCHCELL_RUNNERS_BLOBS_BUNDLE_HOLD_H_

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/statusor.h"

namespace benchcell {

// A shared lock (flock) on the bundle's folder, which eviction respects, in whatever process. The
// kernel takes it back when the process ends, however it ends. Movable; one thread at a time.
class BundleHold {
 public:
  // Nothing if there is no such folder. Waits for an eviction of it that is going on.
  static absl::StatusOr<std::optional<BundleHold>> Take(const std::filesystem::path& folder);

  // Turns an exclusive lock that the caller has on the open folder `fd` into a hold, which owns
  // `fd`. Nothing if the folder was evicted in that moment.
  static absl::StatusOr<std::optional<BundleHold>> Adopt(int fd,
                                                         const std::filesystem::path& folder);

  ~BundleHold();
  BundleHold(BundleHold&& other) noexcept
      : fd_(std::exchange(other.fd_, -1)), path_(std::move(other.path_)) {}
  BundleHold& operator=(BundleHold&& other) noexcept {
    std::swap(fd_, other.fd_);
    std::swap(path_, other.path_);
    return *this;
  }

  const std::filesystem::path& path() const { return path_; }

 private:
  BundleHold(int fd, std::filesystem::path path) : fd_(fd), path_(std::move(path)) {}

  int fd_;
  std::filesystem::path path_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_BLOBS_BUNDLE_HOLD_H_
