#include "runners/base/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "runners/base/remove_tree.h"
#include "runners/base/status_macros.h"
#include "runners/base/sync_file.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

absl::StatusCode CodeOf(int error_number) {
  switch (error_number) {
    case ENOENT:
      return absl::StatusCode::kNotFound;
    case ENOTDIR:
      return absl::StatusCode::kFailedPrecondition;
    case EEXIST:
      return absl::StatusCode::kAlreadyExists;
    case EACCES:
    case EPERM:
    case EROFS:
      return absl::StatusCode::kPermissionDenied;
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
    case EMFILE:
    case ENFILE:
    case ENOMEM:
      return absl::StatusCode::kResourceExhausted;
    default:
      return absl::StatusCode::kInternal;
  }
}

absl::Status WriteAll(int fd, std::string_view content, const fs::path& path) {
  while (!content.empty()) {
    const ssize_t written = write(fd, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return SystemError(errno, "can't write", path);
    content.remove_prefix(written);
  }
  return absl::OkStatus();
}

// Opens, writes, optionally syncs, and closes; close can be the first to report a full disk.
absl::Status WriteTo(const fs::path& path, int flags, std::string_view content, bool sync) {
  const int fd = open(path.c_str(), flags | O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  if (fd < 0) return SystemError(errno, "can't open for writing", path);
  absl::Status status = WriteAll(fd, content, path);
  if (status.ok() && sync && SyncFile(fd) != 0) status = SystemError(errno, "can't sync", path);
  if (close(fd) != 0 && status.ok()) status = SystemError(errno, "can't close", path);
  return status;
}

absl::Status SyncFolder(const fs::path& folder) {
  const int fd = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return SystemError(errno, "can't open", folder);
  const absl::Cleanup close_folder = [fd] { close(fd); };
  if (SyncFile(fd) != 0) return SystemError(errno, "can't sync", folder);
  return absl::OkStatus();
}

}  // namespace

absl::Status SystemError(int error_number, const std::string& what, const fs::path& path) {
  return absl::Status(CodeOf(error_number),
                      absl::StrCat(path.string(), ": ", what, ": ", std::strerror(error_number)));
}

absl::StatusOr<std::string> ReadFile(const fs::path& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return SystemError(errno, "can't open", path);
  const absl::Cleanup close_file = [fd] { close(fd); };
  std::string content;
  char buffer[1 << 16];
  while (true) {
    const ssize_t got = read(fd, buffer, sizeof(buffer));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return SystemError(errno, "can't read", path);
    if (got == 0) return content;
    content.append(buffer, got);
  }
}

std::string ReadTail(const fs::path& path, uint64_t bytes) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return "";
  const absl::Cleanup close_file = [fd] { close(fd); };
  const off_t size = lseek(fd, 0, SEEK_END);
  const off_t start = size > static_cast<off_t>(bytes) ? size - static_cast<off_t>(bytes) : 0;
  std::string tail(size - start, '\0');
  const ssize_t got = pread(fd, tail.data(), tail.size(), start);
  tail.resize(got < 0 ? 0 : got);
  return tail;
}

absl::Status WriteFile(const fs::path& path, std::string_view content) {
  return WriteTo(path, O_TRUNC, content, /*sync=*/false);
}

absl::Status WriteFileDurably(const fs::path& path, std::string_view content) {
  fs::path temporary = path;
  temporary += ".tmp";
  RETURN_IF_ERROR(WriteTo(temporary, O_TRUNC, content, /*sync=*/true));
  if (rename(temporary.c_str(), path.c_str()) != 0) {
    return SystemError(errno, "can't move into place", path);
  }
  return SyncFolder(path.parent_path());
}

absl::Status AppendToFile(const fs::path& path, std::string_view content) {
  return WriteTo(path, O_APPEND, content, /*sync=*/false);
}

absl::Status MakeFolder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) return SystemError(error.value(), "can't make the folder", path);
  return absl::OkStatus();
}

absl::Status RemoveAll(const fs::path& path) {
  std::error_code error;
  fs::remove_all(path, error);
  if (!error) return absl::OkStatus();
  if (const int left = RemoveTree(path); left != 0 && left != ENOENT) {
    return SystemError(left == ENOTDIR ? error.value() : left, "can't remove", path);
  }
  return absl::OkStatus();
}

}  // namespace benchcell
