// The steps that only touch files: mount, write, wipe, collect, list.
//
// Every path is checked to stay in the build's directory. INVALID_ARGUMENT for a step that asks for
// something it may not or that isn't there (the plugin's fault); RESOURCE_EXHAUSTED for a full
// disk.

#ifndef BENCHCELL_RUNNERS_AGENT_FILE_STEPS_H_
#define BENCHCELL_RUNNERS_AGENT_FILE_STEPS_H_

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "benchcell/v1/cell.pb.h"

namespace benchcell {

// `bundle` is the unpacked, read-only bundle.
absl::Status PerformMount(const v1::Mount& mount, const std::filesystem::path& bundle,
                          const std::filesystem::path& directory);

absl::Status PerformWriteFile(const v1::WriteFile& write, const std::filesystem::path& directory);

absl::Status PerformWipe(const v1::Wipe& wipe, const std::filesystem::path& directory);

// Copies the file to `target`. False if there is no such file.
absl::StatusOr<bool> PerformCollectFile(const v1::CollectFile& collect,
                                        const std::filesystem::path& directory,
                                        const std::filesystem::path& target);

// Copies the files that match to `target`, a folder that may not exist, under the prefix and their
// names. Returns those names, sorted.
absl::StatusOr<std::vector<std::string>> PerformCollectFiles(const v1::CollectFiles& collect,
                                                             const std::filesystem::path& directory,
                                                             const std::filesystem::path& target);

// The listing that ListFiles describes. Links are listed as themselves, not followed.
absl::StatusOr<std::string> PerformListFiles(const v1::ListFiles& list,
                                             const std::filesystem::path& directory);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_AGENT_FILE_STEPS_H_
