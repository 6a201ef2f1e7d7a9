// Keeps the paths of steps inside their directory.

#ifndef BENCHCELL_RUNNERS_AGENT_INSIDE_H_
#define BENCHCELL_RUNNERS_AGENT_INSIDE_H_

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace benchcell {

// `root / path`. INVALID_ARGUMENT if `path` is absolute, empty, holds `..` or a NUL byte.
absl::StatusOr<std::filesystem::path> Inside(const std::filesystem::path& root,
                                             const std::string& path);

// The same, for a path that is about to be written or removed: also refuses one that leads through
// a symbolic link to outside of the root (into a shared bundle, say). The path itself may be such a
// link.
absl::StatusOr<std::filesystem::path> InsideForWriting(const std::filesystem::path& root,
                                                       const std::string& path);

// What stands at `pattern` below the root, where a component `*` matches any one name and every
// other component itself. Sorted; links aren't followed by the last component. Refuses what
// InsideForWriting refuses.
absl::StatusOr<std::vector<std::filesystem::path>> MatchesInside(const std::filesystem::path& root,
                                                                 const std::string& pattern);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_AGENT_INSIDE_H_
