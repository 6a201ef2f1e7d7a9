// Files as values. Errors name the path and the system's reason; a full disk is RESOURCE_EXHAUSTED,
// a missing file NOT_FOUND.

#ifndef BENCHCELL_RUNNERS_BASE_FILES_H_
#define BENCHCELL_RUNNERS_BASE_FILES_H_

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace benchcell {

// A status for a failed system call: `PATH: WHAT: REASON`.
absl::Status SystemError(int error_number, const std::string& what,
                         const std::filesystem::path& path);

// The whole content.
absl::StatusOr<std::string> ReadFile(const std::filesystem::path& path);

// At most the last `bytes` of the content; empty if there is no such file. For the end of an output
// in a message.
std::string ReadTail(const std::filesystem::path& path, uint64_t bytes);

// Writes the content in place, without any promise about crashes.
absl::Status WriteFile(const std::filesystem::path& path, std::string_view content);

// After OK the file has the new content, whatever crashes; before, the old one (temporary file,
// sync, rename, sync of the folder).
absl::Status WriteFileDurably(const std::filesystem::path& path, std::string_view content);

// Adds to the end; the file is made if it isn't there.
absl::Status AppendToFile(const std::filesystem::path& path, std::string_view content);

// Makes a folder and those above it.
absl::Status MakeFolder(const std::filesystem::path& path);

// Removes a file or a folder with all that is in it, read-only folders too. Follows no links. OK if
// there is none.
absl::Status RemoveAll(const std::filesystem::path& path);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_BASE_FILES_H_
