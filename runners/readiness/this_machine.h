// Looks at the machine itself.

#ifndef BENCHCELL_RUNNERS_READINESS_THIS_MACHINE_H_
#define BENCHCELL_RUNNERS_READINESS_THIS_MACHINE_H_

#include <filesystem>
#include <vector>

#include "benchcell/v1/machine.pb.h"
#include "runners/exec/cancellation_flag.h"
#include "runners/readiness/finding.h"

namespace benchcell {

struct MachineToCheck {
  v1::MachineFacts facts;
  v1::MachineClass machine_class;
  // Of the agent; needn't be there yet.
  std::filesystem::path state_dir;
  // Path of //runners/exec:warden.
  std::filesystem::path warden;
};

// Takes about a second, in which the machine is looked at; changes nothing. `stop` ends it early,
// and then quietness is unknown.
std::vector<Finding> CheckThisMachine(const MachineToCheck& machine, const CancellationFlag& stop);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_READINESS_THIS_MACHINE_H_
