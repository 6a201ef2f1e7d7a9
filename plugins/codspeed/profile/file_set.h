// Which files of a profile folder are what.

#ifndef BENCHCELL_PLUGINS_CODSPEED_PROFILE_FILE_SET_H_
#define BENCHCELL_PLUGINS_CODSPEED_PROFILE_FILE_SET_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "plugins/codspeed/profile/profile.h"

namespace benchcell::codspeed {

// A process that Callgrind has profiled.
struct ProcessFiles {
  uint64_t pid = 0;
  ProfileFile profile;
  // perf-PID.map and environment-PID.json beside it.
  std::optional<ProfileFile> perf_map;
  std::optional<ProfileFile> environment;
};

struct FileSet {
  ProfileMode mode = ProfileMode::kSimulation;
  // kSimulation: by folder, then by pid.
  std::vector<ProcessFiles> processes;
  // kWalltime: `results/*.json`, and the environment files of all processes.
  std::vector<ProfileFile> results;
  std::vector<ProfileFile> environments;
};

// NOT_FOUND if no file belongs to a profile, UNIMPLEMENTED for memory profiles and those of the
// runner's experimental tracegrind, INVALID_ARGUMENT for a mixture of modes. `place` is for errors.
absl::StatusOr<FileSet> SortFiles(const std::vector<ProfileFile>& files, const std::string& place);

}  // namespace benchcell::codspeed

#endif  // BENCHCELL_PLUGINS_CODSPEED_PROFILE_FILE_SET_H_
