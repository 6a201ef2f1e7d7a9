// From the flags of a command line to an experiment.

#ifndef BENCHCELL_RUNNERS_ADHOC_MAKE_EXPERIMENT_H_
#define BENCHCELL_RUNNERS_ADHOC_MAKE_EXPERIMENT_H_

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "benchcell/v1/experiment.pb.h"
#include "runners/adhoc/adhoc_options.h"

namespace benchcell {

// Rounds and runs of an experiment that says nothing of them: few enough to wait for, enough pairs
// for an interval.
inline constexpr uint32_t kAdhocRounds = 2;
inline constexpr uint32_t kAdhocRuns = 5;

// Where the command line was given.
struct AdhocPlace {
  std::filesystem::path folder;
  // PATH of whoever gave it.
  std::string search_path;
};

struct AdhocExperiment {
  // Of the plugin `command`: a build for each command, with the machine's programs pinned and the
  // files that are named as inputs (not yet packed, and so not yet pinned).
  v1::Experiment experiment;
  // What comes along and what was looked for where, for people; lines.
  std::vector<std::string> notes;
};

// INVALID_ARGUMENT or NOT_FOUND: which flag, what was found, what was expected.
absl::StatusOr<AdhocExperiment> MakeExperiment(const AdhocOptions& options,
                                               const AdhocPlace& place);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_ADHOC_MAKE_EXPERIMENT_H_
