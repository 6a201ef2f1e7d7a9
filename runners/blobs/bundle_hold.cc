#include "runners/blobs/bundle_hold.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

#include "runners/base/files.h"
#include "runners/blobs/temporary.h"

namespace benchcell {

namespace fs = std::filesystem;

absl::StatusOr<std::optional<BundleHold>> BundleHold::Take(const fs::path& folder) {
  const int fd = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0 && errno == ENOENT) return std::nullopt;
  if (fd < 0) return SystemError(errno, "can't open", folder);
  return Adopt(fd, folder);
}

absl::StatusOr<std::optional<BundleHold>> BundleHold::Adopt(int fd, const fs::path& folder) {
  BundleHold hold(fd, folder);
  while (flock(fd, LOCK_SH) != 0) {
    if (errno != EINTR) return SystemError(errno, "can't lock", folder);
  }
  if (!IsStillAt(fd, folder)) return std::nullopt;
  return hold;
}

BundleHold::~BundleHold() {
  if (fd_ >= 0) close(fd_);
}

}  // namespace benchcell
