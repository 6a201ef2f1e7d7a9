#include "runners/cli/lab_platform.h"

#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runners/base/status_macros.h"
#include "runners/machine/known_classes.h"

namespace benchcell {

namespace {

// Empty without a class, or if it asks for none.
absl::StatusOr<std::string> PlatformOfClass(const v1::Experiment& experiment) {
  if (experiment.machine_class().empty()) return "";
  ASSIGN_OR_RETURN(const v1::MachineClass machine_class, FindClass(experiment.machine_class()));
  for (const v1::Requirement& requirement : machine_class.required()) {
    if (requirement.fact() == "platform" && requirement.has_equal()) return requirement.equal();
  }
  return "";
}

// Those of machines that are there; if all are away, of all.
std::set<std::string> Platforms(const v1::LabStatus& lab) {
  std::set<std::string> there;
  std::set<std::string> away;
  for (const v1::MachineStatus& machine : lab.machine()) {
    (machine.away() ? away : there).insert(machine.machine().facts().platform());
  }
  return there.empty() ? away : there;
}

}  // namespace

absl::StatusOr<std::string> PlatformFor(const v1::Experiment& experiment,
                                        const v1::LabStatus& lab) {
  ASSIGN_OR_RETURN(const std::string asked_for, PlatformOfClass(experiment));
  if (!asked_for.empty() && !experiment.any_machine()) return asked_for;
  const std::set<std::string> platforms = Platforms(lab);
  if (!asked_for.empty() && platforms.contains(asked_for)) return asked_for;
  if (platforms.size() == 1) return *platforms.begin();
  if (platforms.empty()) {
    return absl::FailedPreconditionError(
        "no machine has asked this coordinator for work yet, so it isn't known for which platform "
        "the inputs are to be made: start an agent, or give the experiment a machine_class");
  }
  return absl::FailedPreconditionError(
      absl::StrCat("the lab has machines of ", absl::StrJoin(platforms, " and "),
                   ", and the experiment asks for none of them: give it a machine_class of one"));
}

}  // namespace benchcell
