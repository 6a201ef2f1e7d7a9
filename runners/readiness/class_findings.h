// A machine's facts against what a machine class asks. Pure.

#ifndef BENCHCELL_RUNNERS_READINESS_CLASS_FINDINGS_H_
#define BENCHCELL_RUNNERS_READINESS_CLASS_FINDINGS_H_

#include <vector>

#include "benchcell/v1/machine.pb.h"
#include "runners/readiness/finding.h"

namespace benchcell {

// The class that the machine comes nearest to: of its platform, with the least that no setting
// mends, with the least of all lacks, the first by name. `classes` isn't empty.
v1::MachineClass NearestClass(const std::vector<v1::MachineClass>& classes,
                              const v1::MachineFacts& facts);

// One for each fact that the class asks of, in its order; what it only wishes says so, and
// is unknown, not lacking, where the machine doesn't tell.
std::vector<Finding> ClassFindings(const v1::MachineClass& machine_class,
                                   const v1::MachineFacts& facts);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_READINESS_CLASS_FINDINGS_H_
