#include "runners/agent/copy_out.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

absl::Status CopyBytes(int from, int to, const fs::path& target) {
  std::vector<char> buffer(1 << 18);
  for (;;) {
    const ssize_t got = read(from, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return SystemError(errno, "can't read what is copied to", target);
    if (got == 0) return absl::OkStatus();
    for (ssize_t done = 0; done < got;) {
      const ssize_t written = write(to, buffer.data() + done, got - done);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return SystemError(errno, "can't copy to", target);
      done += written;
    }
  }
}

}  // namespace

absl::StatusOr<bool> CopyOut(const fs::path& source, const fs::path& target, uint64_t most_bytes) {
  const int from = open(source.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (from < 0) {
    // ENXIO is a socket, ELOOP (on some systems EMLINK) a link.
    if (errno != EACCES && errno != EPERM) return false;
    return absl::InvalidArgumentError(
        absl::StrCat(source.string(), ": can't be read: ", std::strerror(errno)));
  }
  const absl::Cleanup close_from = [from] { close(from); };
  struct stat found;
  if (fstat(from, &found) != 0) return SystemError(errno, "can't look at", source);
  if (!S_ISREG(found.st_mode)) return false;
  if (static_cast<uint64_t>(found.st_size) > most_bytes) {
    return absl::InvalidArgumentError(absl::StrCat(source.string(), ": has ", found.st_size,
                                                   " bytes, of which at most ", most_bytes,
                                                   " can be kept"));
  }
  const int to = open(target.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (to < 0 && errno == EEXIST) {
    return absl::InvalidArgumentError(absl::StrCat(source.string(), ": there is a raw output ",
                                                   target.filename().string(), " already"));
  }
  if (to < 0) return SystemError(errno, "can't copy to", target);
  const absl::Cleanup close_to = [to] { close(to); };
  if (absl::Status status = CopyBytes(from, to, target); !status.ok()) {
    unlink(target.c_str());
    return status;
  }
  return true;
}

}  // namespace benchcell
