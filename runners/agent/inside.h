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

// The same, for a path that is about to be read, written or removed by the agent: also refuses one
// that leads through a symbolic link to outside of the root (into a shared bundle, say) or to
// nowhere, or through what is no folder; and all paths if the root itself is a link by now. The
// path itself may be a link. The result has no `.` and no `/` at its end, so that such a link isn't
// followed. What a workload left is told from a fault of the machine: INVALID_ARGUMENT. Nobody may
// work in the root between this and the use of the path.
absl::StatusOr<std::filesystem::path> InsideForWriting(const std::filesystem::path& root,
                                                       const std::string& path);

// What stands at `pattern` below the root, where a component `*` matches any one name and every
// other component itself. Sorted; links aren't followed by the last component. Refuses what
// InsideForWriting refuses.
absl::StatusOr<std::vector<std::filesystem::path>> MatchesInside(const std::filesystem::path& root,
                                                                 const std::string& pattern);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_AGENT_INSIDE_H_
