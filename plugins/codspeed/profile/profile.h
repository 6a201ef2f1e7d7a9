// A profile folder of CodSpeed's runner, as values: what each benchmark counted, where its cost is,
// and what is wrong with it.
//
// Simulation: Callgrind's `PID.out` files with `environment-PID.json` and `perf-PID.map` beside
// them. Walltime: `results/*.json`. A runner that was given several commands or modes writes a
// folder `MODE-NUMBER` for each; those of one mode are read as one profile.

#ifndef BENCHCELL_PLUGINS_CODSPEED_PROFILE_PROFILE_H_
#define BENCHCELL_PLUGINS_CODSPEED_PROFILE_PROFILE_H_

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "benchcell/v1/metric.pb.h"
#include "plugins/codspeed/profile/metrics.h"

namespace benchcell::codspeed {

// Frames after so many, the smallest, are summed up by kind. No benchmark in sight has that many: a
// frame that is told of one profile and summed up in the other would seem to be gone.
inline constexpr int kMostFrames = 1000;

// A file of a profile folder.
struct ProfileFile {
  // Path in the folder: `24330.out`, `results/5504.json`.
  std::string name;
  // Where it is.
  std::string path;
};

// One benchmark: a unique URI, valid UTF-8. Where a profile has one twice, the second is `URI (2)`.
struct BenchmarkProfile {
  std::string uri;
  // The process that ran it.
  uint64_t pid = 0;
  // Metrics of MetricsOf(mode), `benchmark` is the URI.
  std::vector<v1::Sample> samples;
  // Of kInstructions. Empty for walltime, and for a benchmark that counted nothing.
  std::vector<v1::Profile> profiles;
};

enum class TroubleKind {
  // A benchmark threw: it and those after it in the process have no counts.
  kThrown,
  // A file ends in the middle.
  kTruncated,
  // A file, or the part of one, that contradicts itself. Its benchmark has no counts.
  kDamaged,
  // A process that ended without its last part: benchmarks may be missing.
  kUnended,
};

struct Trouble {
  TroubleKind kind = TroubleKind::kDamaged;
  // `FILE:LINE: what was found, what it means`.
  std::string message;
};

struct ImportedProfile {
  ProfileMode mode = ProfileMode::kSimulation;
  // In the order of pids, then as they ran.
  std::vector<BenchmarkProfile> benchmarks;
  // For RunRecord.observed, as far as the profile tells: `node` (24.22.1), `valgrind` (3.19.0),
  // `processor` (x86_64), `codspeed` (codspeed-node 5.7.1). Where processes differ, all values,
  // joined by `, `.
  std::map<std::string, std::string> observed;
  // Names of those in which processes differ.
  std::vector<std::string> mixed;
  // Whether the valgrind was CodSpeed's fork, which counts cycles too.
  bool codspeed_valgrind = false;
  std::vector<Trouble> troubles;
};

// The files of a folder and of its folders, at most three deep, sorted by name. NOT_FOUND if there
// is no such folder.
absl::StatusOr<std::vector<ProfileFile>> FilesOfFolder(const std::filesystem::path& folder);

// Reads a profile. `place` names it in errors: the folder, or the step that left it. Memory: see
// runners/callgrind/profile_reader.h, and at most kMostFrames frames for each benchmark.
//
// NOT_FOUND if there is no profile among the files (what CodSpeed's plugin for another vitest
// leaves), UNIMPLEMENTED for a memory profile, INVALID_ARGUMENT if modes are mixed or a file is not
// what its name says. A file that ends early or contradicts itself is no error but a trouble; what
// stands before it counts. A profile without benchmarks is returned as such.
absl::StatusOr<ImportedProfile> ImportProfile(const std::vector<ProfileFile>& files,
                                              const std::string& place);

}  // namespace benchcell::codspeed

#endif  // BENCHCELL_PLUGINS_CODSPEED_PROFILE_PROFILE_H_
