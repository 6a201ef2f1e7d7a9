#include "runners/blobs/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "absl/cleanup/cleanup.h"
#include "absl/memory/memory.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/base/sync_file.h"
#include "runners/blobs/temporary.h"

namespace benchcell {

namespace fs = std::filesystem;

absl::StatusOr<std::unique_ptr<OutputFile>> OutputFile::Open(const fs::path& path) {
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) return SystemError(errno, "can't open for writing", path);
  return absl::WrapUnique(new OutputFile(fd, path));
}

absl::StatusOr<std::unique_ptr<OutputFile>> OutputFile::OpenTemporary(const fs::path& folder,
                                                                      const std::string& prefix) {
  ASSIGN_OR_RETURN(Temporary file, MakeTemporaryFile(folder, prefix));
  return absl::WrapUnique(new OutputFile(file.fd, file.path));
}

OutputFile::~OutputFile() { close(fd_); }

absl::Status OutputFile::Append(std::string_view bytes) {
  hasher_.Update(bytes);
  size_ += bytes.size();
  while (!bytes.empty()) {
    const ssize_t written = write(fd_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return SystemError(errno, "can't write", path_);
    bytes.remove_prefix(written);
  }
  return absl::OkStatus();
}

absl::Status OutputFile::Sync() {
  if (SyncFile(fd_) != 0) return SystemError(errno, "can't sync", path_);
  return absl::OkStatus();
}

absl::Status SyncFolder(const fs::path& folder) {
  const int fd = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return SystemError(errno, "can't open", folder);
  const absl::Cleanup close_folder = [fd] { close(fd); };
  if (SyncFile(fd) != 0) return SystemError(errno, "can't sync", folder);
  return absl::OkStatus();
}

}  // namespace benchcell
