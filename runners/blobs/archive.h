// A tree of files as one deterministic archive, and back. The same tree gives the same bytes on
// every machine: an uncompressed GNU tar with entries sorted bytewise by path, owner 0, time 0,
// mode 0755 or 0644 by the owner's execute bit. Directories (empty ones too), regular files and
// symbolic links; nothing else.

#ifndef BENCHCELL_RUNNERS_BLOBS_ARCHIVE_H_
#define BENCHCELL_RUNNERS_BLOBS_ARCHIVE_H_

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runners/blobs/blob_store.h"

namespace benchcell {

struct PackOptions {
  // False: every file is 0644. For trees whose execute bits mean nothing, as Bazel sets them on all
  // that an action makes.
  bool executables = true;
  // Names directly in the folder that are left out, with all that is in them.
  std::vector<std::string> skip = {};
};

// Packs the content of `folder` (which may be a symbolic link to a folder) into the file `archive`.
// Files with several names become several files. FAILED_PRECONDITION, with the path, for a device,
// pipe or socket, a symbolic link that leads out of the tree, or a file that changes meanwhile.
// Then `archive` is of no use.
absl::StatusOr<BlobRef> PackDirectory(const std::filesystem::path& folder,
                                      const std::filesystem::path& archive,
                                      const PackOptions& options = {});

// Packs one file (or what a symbolic link of that name leads to) as a tree that holds nothing else,
// under its own name. Errors as above.
absl::StatusOr<BlobRef> PackFileAlone(const std::filesystem::path& file,
                                      const std::filesystem::path& archive);

// Unpacks into `folder`, which must be empty or not there. INVALID_ARGUMENT, with archive and
// entry, for what could write outside of it (absolute paths, `..`, entries below a symbolic link,
// symbolic links that lead out), for an entry that is neither directory, file nor symbolic link,
// for two entries of one name, and for a truncated or damaged archive. Then `folder` holds a part
// and the caller removes it. Nothing is synced to disk.
absl::Status Unpack(const std::filesystem::path& archive, const std::filesystem::path& folder);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_BLOBS_ARCHIVE_H_
