// `benchcell compare BASE_PROFILE HEAD_PROFILE`: what changed from one profile folder that
// CodSpeed's runner wrote to another.

#ifndef BENCHCELL_RUNNERS_PROFILE_COMPARE_PROFILE_COMPARE_H_
#define BENCHCELL_RUNNERS_PROFILE_COMPARE_PROFILE_COMPARE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace benchcell {

struct ProfileCompareOptions {
  std::string base;
  std::string head;
  // Name of the metric; empty for the first of the mode.
  std::string metric;
  // Compares counts of different node or valgrind versions or processors, too.
  bool force = false;
};

struct ProfileCompareResult {
  // For standard output: a table in Markdown.
  std::string text;
  // For standard error, a line each: what is wrong with the profiles.
  std::vector<std::string> warnings;
  // Whether both folders have every benchmark, and all could be compared: exit code 0, otherwise 1.
  bool complete = true;
};

// NOT_FOUND for a folder that isn't there or has no profile, UNIMPLEMENTED for memory profiles,
// INVALID_ARGUMENT if the two are of different modes, or a file can't be read; the message names
// the place.
absl::StatusOr<ProfileCompareResult> CompareProfiles(const ProfileCompareOptions& options);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_PROFILE_COMPARE_PROFILE_COMPARE_H_
