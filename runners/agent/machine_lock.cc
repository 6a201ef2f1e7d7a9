#include "runners/agent/machine_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"

namespace benchcell {
namespace {

// Folders for everyone's files refuse to "make" one that another user has made, so that comes
// second (fs.protected_regular, man 5 proc).
int OpenOrMake(const std::filesystem::path& path) {
  const int fd = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (fd >= 0 || errno != ENOENT) return fd;
  return open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
}

}  // namespace

std::filesystem::path MachineLock::PathForMachine() {
  constexpr char kName[] = "benchcell-measures.lock";
  constexpr char kShared[] = "/run/lock";
  if (std::getenv("TMPDIR") == nullptr && access(kShared, W_OK) == 0) {
    return std::filesystem::path(kShared) / kName;
  }
  return std::filesystem::temp_directory_path() / kName;
}

absl::StatusOr<std::unique_ptr<MachineLock>> MachineLock::Take(const std::filesystem::path& path) {
  RETURN_IF_ERROR(MakeFolder(path.parent_path()));
  const int fd = OpenOrMake(path);
  if (fd < 0) return SystemError(errno, "can't open", path);
  // Whatever the umask: the next user of the machine has to open it, too.
  fchmod(fd, 0666);
  auto lock = std::unique_ptr<MachineLock>(new MachineLock(fd));
  if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return SystemError(errno, "can't lock", path);
    const std::string holder = ReadTail(path, 32);
    return absl::UnavailableError(absl::StrCat(
        "process ", std::string(absl::StripAsciiWhitespace(holder)),
        " measures on this machine, and one workload at a time is all that can be measured; wait "
        "for it or end it"));
  }
  const std::string holder = absl::StrCat(getpid(), "\n");
  if (ftruncate(fd, 0) != 0 || pwrite(fd, holder.data(), holder.size(), 0) < 0) {
    return SystemError(errno, "can't write", path);
  }
  return lock;
}

MachineLock::~MachineLock() { close(fd_); }

}  // namespace benchcell
