// Temporary files and folders that tell the living from what a crash left: whoever makes one holds
// a lock on it. The kernel drops the lock when the process ends, however it ends.

#ifndef BENCHCELL_RUNNERS_BLOBS_TEMPORARY_H_
#define BENCHCELL_RUNNERS_BLOBS_TEMPORARY_H_

#include <filesystem>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace benchcell {

struct Temporary {
  // Open and locked; the caller closes it.
  int fd;
  std::filesystem::path path;
};

// A new file, open for writing, or a new folder, open for reading, in `folder`, with an unused name
// that starts with `prefix`. Several processes may use one folder.
absl::StatusOr<Temporary> MakeTemporaryFile(const std::filesystem::path& folder,
                                            const std::string& prefix);
absl::StatusOr<Temporary> MakeTemporaryFolder(const std::filesystem::path& folder,
                                              const std::string& prefix);

// Takes over a file whose maker is gone, open for reading and writing. Nothing if its maker lives,
// or if it was moved or removed meanwhile.
absl::StatusOr<std::optional<Temporary>> AdoptTemporaryFile(const std::filesystem::path& path);

// Whether `path` names the file or folder that is open as `fd`: false once it was moved, removed or
// replaced.
bool IsStillAt(int fd, const std::filesystem::path& path);

// Removes the files and folders in `folder` whose names start with `prefix` and whose maker is
// gone.
absl::Status RemoveStale(const std::filesystem::path& folder, const std::string& prefix);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_BLOBS_TEMPORARY_H_
