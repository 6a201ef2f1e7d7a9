// For which platform the bundles of an experiment are made.

#ifndef BENCHCELL_RUNNERS_CLI_LAB_PLATFORM_H_
#define BENCHCELL_RUNNERS_CLI_LAB_PLATFORM_H_

#include <string>

#include "absl/status/statusor.h"
#include "benchcell/v1/experiment.pb.h"
#include "benchcell/v1/lab.pb.h"

namespace benchcell {

// That of the experiment's machine class, for --any-machine if the lab has such machines; else that
// of the lab's machines, without those that are away as long as others are there.
// FAILED_PRECONDITION if they have several, or there are none to go by.
absl::StatusOr<std::string> PlatformFor(const v1::Experiment& experiment, const v1::LabStatus& lab);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CLI_LAB_PLATFORM_H_
