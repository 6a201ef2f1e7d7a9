// Lets this process and those that it starts run programs of arm64, by qemu's user mode.

#ifndef BENCHCELL_TESTS_ARM64_RUN_ARM64_H_
#define BENCHCELL_TESTS_ARM64_RUN_ARM64_H_

#include <filesystem>

#include "absl/status/status.h"

namespace benchcell {

// `interpreter`: the program qemu_in_root. `root`: file system with arm64's libraries. `folder`:
// one of the caller's that outlives the programs; this writes into it.
//
// The process moves into a user and a mount namespace in which it is root, and registers the
// interpreter in a binfmt_misc of that namespace: the machine's own isn't seen, let alone changed,
// and nothing is left behind however the process ends. Linux has that since 6.7. Call it while
// there is one thread.
//
// UNAVAILABLE where the machine lacks something: it says what.
absl::Status RunArm64(const std::filesystem::path& interpreter, const std::filesystem::path& root,
                      const std::filesystem::path& folder);

}  // namespace benchcell

#endif  // BENCHCELL_TESTS_ARM64_RUN_ARM64_H_
