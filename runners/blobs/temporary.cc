#include "runners/blobs/temporary.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

#include "absl/cleanup/cleanup.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

// False if RemoveStale of another process took the new name for a stale one before it was locked.
absl::StatusOr<bool> LockAndStillThere(int fd, const fs::path& path) {
  if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return false;
    return SystemError(errno, "can't lock", path);
  }
  struct stat found;
  return fstat(fd, &found) == 0 && found.st_nlink > 0;
}

absl::StatusOr<Temporary> MakeTemporary(const fs::path& folder, const std::string& prefix,
                                        int (*make)(std::string& name)) {
  while (true) {
    std::string name = (folder / (prefix + "XXXXXX")).string();
    const int fd = make(name);
    // A folder can vanish between its making and its opening, for the same reason.
    if (fd < 0 && errno == ENOENT && fs::is_directory(folder)) continue;
    if (fd < 0) return SystemError(errno, "can't make a temporary file or folder", folder);
    const absl::StatusOr<bool> there = LockAndStillThere(fd, name);
    if (there.ok() && *there) return Temporary{fd, name};
    close(fd);
    if (!there.ok()) return there.status();
  }
}

}  // namespace

absl::StatusOr<Temporary> MakeTemporaryFile(const fs::path& folder, const std::string& prefix) {
  return MakeTemporary(folder, prefix, [](std::string& name) {
    const int fd = mkstemp(name.data());
    if (fd >= 0) {
      fcntl(fd, F_SETFD, FD_CLOEXEC);
      fchmod(fd, 0644);
    }
    return fd;
  });
}

absl::StatusOr<Temporary> MakeTemporaryFolder(const fs::path& folder, const std::string& prefix) {
  return MakeTemporary(folder, prefix, [](std::string& name) {
    if (mkdtemp(name.data()) == nullptr) return -1;
    chmod(name.c_str(), 0755);
    return open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  });
}

absl::StatusOr<std::optional<Temporary>> AdoptTemporaryFile(const fs::path& path) {
  const int fd = open(path.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0 && errno == ENOENT) return std::nullopt;
  if (fd < 0) return SystemError(errno, "can't open", path);
  const absl::StatusOr<bool> locked = LockAndStillThere(fd, path);
  // Its maker may have moved it to its final place between the opening and the lock.
  if (locked.ok() && *locked && IsStillAt(fd, path)) return Temporary{fd, path};
  close(fd);
  if (!locked.ok()) return locked.status();
  return std::nullopt;
}

bool IsStillAt(int fd, const fs::path& path) {
  struct stat opened;
  struct stat named;
  return fstat(fd, &opened) == 0 && lstat(path.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

absl::Status RemoveStale(const fs::path& folder, const std::string& prefix) {
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  if (error) return SystemError(error.value(), "can't list", folder);
  for (const fs::directory_iterator end; !error && entry != end; entry.increment(error)) {
    const fs::path path = entry->path();
    if (!path.filename().string().starts_with(prefix)) continue;
    const int fd = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) continue;  // Its maker has just removed or renamed it.
    const absl::Cleanup close_file = [fd] { close(fd); };
    if (flock(fd, LOCK_EX | LOCK_NB) != 0) continue;
    RETURN_IF_ERROR(RemoveAll(path));
  }
  if (error) return SystemError(error.value(), "can't list", folder);
  return absl::OkStatus();
}

}  // namespace benchcell
