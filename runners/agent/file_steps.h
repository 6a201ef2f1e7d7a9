// The steps that only touch files: mount, write, wipe, collect, list.
//
// Every path is checked to stay in the build's directory. INVALID_ARGUMENT for a step that asks for
// something it may not or that isn't there (the plugin's fault), or finds what no workload should
// leave; RESOURCE_EXHAUSTED for a full disk.
//
// Nothing of the workload runs meanwhile, but it may have left anything: links, pipes, files of a
// terabyte of nothing, names with line ends.

#ifndef BENCHCELL_RUNNERS_AGENT_FILE_STEPS_H_
#define BENCHCELL_RUNNERS_AGENT_FILE_STEPS_H_

#include <cstddef>
#include <cstdint>
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

// Of one file that is collected, and how many CollectFiles takes.
inline constexpr uint64_t kMostCollectedBytes = uint64_t{1} << 30;
inline constexpr size_t kMostCollectedFiles = 10'000;

// Copies the file to `target`, as CopyOut does, in a folder that is made. False if there is no such
// file.
absl::StatusOr<bool> PerformCollectFile(const v1::CollectFile& collect,
                                        const std::filesystem::path& directory,
                                        const std::filesystem::path& target);

// Copies the files that match to `target`, a folder that may not exist, under the prefix and their
// names, in which control characters and what isn't UTF-8 become U+FFFD. Returns those names,
// sorted. INVALID_ARGUMENT for more than kMostCollectedFiles.
absl::StatusOr<std::vector<std::string>> PerformCollectFiles(const v1::CollectFiles& collect,
                                                             const std::filesystem::path& directory,
                                                             const std::filesystem::path& target);

// The listing that ListFiles describes. Links are listed as themselves, not followed. Line ends and
// backslashes in paths are `\n` and `\\`, so that every line is a file.
absl::StatusOr<std::string> PerformListFiles(const v1::ListFiles& list,
                                             const std::filesystem::path& directory);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_AGENT_FILE_STEPS_H_
