#include "runners/exec/output_room.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "absl/strings/str_cat.h"

namespace benchcell {

absl::Status TakeOutputRoom(int fd, uint64_t bytes, const std::string& path) {
#ifdef __linux__
  int result = 0;
  do {
    result = fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(bytes));
  } while (result != 0 && errno == EINTR);
  if (result != 0 && (errno == ENOSPC || errno == EDQUOT)) {
    return absl::ResourceExhaustedError(
        absl::StrCat(path, ": no room on the disk for ", bytes, " bytes of output"));
  }
#endif
  return absl::OkStatus();
}

void GiveOutputRoomBack(int fd) {
#ifdef __linux__
  // Setting the size that it has frees what lies beyond.
  struct stat file;
  if (fstat(fd, &file) != 0) return;
  const int ignored = ftruncate(fd, file.st_size);
  static_cast<void>(ignored);
#endif
}

}  // namespace benchcell
