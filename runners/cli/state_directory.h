// Where benchcell keeps what outlives it.

#ifndef BENCHCELL_RUNNERS_CLI_STATE_DIRECTORY_H_
#define BENCHCELL_RUNNERS_CLI_STATE_DIRECTORY_H_

#include <filesystem>

#include "absl/status/statusor.h"
#include "runners/cli/options.h"

namespace benchcell {

// As the XDG base directory specification has it, unless --state-dir says otherwise.
absl::StatusOr<std::filesystem::path> StateDirectory(const Options& options);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CLI_STATE_DIRECTORY_H_
