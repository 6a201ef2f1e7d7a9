#include "runners/cli/state_directory.h"

#include <cstdlib>

namespace benchcell {

namespace fs = std::filesystem;

absl::StatusOr<fs::path> StateDirectory(const Options& options) {
  if (!options.state_dir.empty()) return fs::absolute(options.state_dir);
  if (const char* xdg = std::getenv("XDG_STATE_HOME");
      xdg != nullptr && fs::path(xdg).is_absolute()) {
    return fs::path(xdg) / "benchcell";
  }
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
    return fs::path(home) / ".local" / "state" / "benchcell";
  }
  return absl::FailedPreconditionError(
      "neither HOME nor XDG_STATE_HOME is set; say where runs are stored with --state-dir");
}

}  // namespace benchcell
