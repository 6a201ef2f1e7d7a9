// Two imported profiles as a stored run of an experiment that has a build for each: what a table is
// made of.

#ifndef BENCHCELL_RUNNERS_PROFILE_COMPARE_PROFILE_RUN_H_
#define BENCHCELL_RUNNERS_PROFILE_COMPARE_PROFILE_RUN_H_

#include <string>

#include "benchcell/v1/result.pb.h"
#include "plugins/codspeed/profile/profile.h"

namespace benchcell {

inline constexpr char kBaseBuild[] = "base";
inline constexpr char kHeadBuild[] = "head";

// Of one mode. One cell, one round, one run of each build; a benchmark that only one of them has is
// a failure of the other. `title` is that of the table.
v1::ExperimentRun RunOfProfiles(const codspeed::ImportedProfile& base,
                                const codspeed::ImportedProfile& head, const std::string& title,
                                bool compare_unlike);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_PROFILE_COMPARE_PROFILE_RUN_H_
