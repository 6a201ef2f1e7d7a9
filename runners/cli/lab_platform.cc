#include "runners/cli/lab_platform.h"

#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runners/base/status_macros.h"
#include "runners/machine/known_classes.h"

namespace benchcell {

absl::StatusOr<std::string> PlatformFor(const v1::Experiment& experiment,
                                        const v1::LabStatus& lab) {
  if (!experiment.machine_class().empty() && !experiment.any_machine()) {
    ASSIGN_OR_RETURN(const v1::MachineClass machine_class, FindClass(experiment.machine_class()));
    for (const v1::Requirement& requirement : machine_class.required()) {
      if (requirement.fact() == "platform" && requirement.has_equal()) return requirement.equal();
    }
  }
  std::set<std::string> platforms;
  for (const v1::MachineStatus& machine : lab.machine()) {
    platforms.insert(machine.machine().facts().platform());
  }
  if (platforms.size() == 1) return *platforms.begin();
  if (platforms.empty()) {
    return absl::FailedPreconditionError(
        "no machine has asked this coordinator for work yet, so it isn't known for which platform "
        "the inputs are to be made: start an agent, or give the experiment a machine_class");
  }
  return absl::FailedPreconditionError(
      absl::StrCat("the lab has machines of ", absl::StrJoin(platforms, " and "),
                   ", and the experiment asks for none of them: give it a machine_class"));
}

}  // namespace benchcell
