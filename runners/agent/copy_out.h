// Takes a file that a workload left, whatever it left there.

#ifndef BENCHCELL_RUNNERS_AGENT_COPY_OUT_H_
#define BENCHCELL_RUNNERS_AGENT_COPY_OUT_H_

#include <cstdint>
#include <filesystem>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace benchcell {

// Copies the bytes of a plain file to `target`, which must not exist; holes become zeros, and the
// copy is 0644. False if there is nothing, a link, a folder, a pipe or another thing that isn't a
// plain file: links aren't followed, pipes not waited for. INVALID_ARGUMENT if the file has more
// than `most_bytes`, can't be read, or the target exists; then there is no copy. RESOURCE_EXHAUSTED
// for a full disk.
absl::StatusOr<bool> CopyOut(const std::filesystem::path& source,
                             const std::filesystem::path& target, uint64_t most_bytes);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_AGENT_COPY_OUT_H_
