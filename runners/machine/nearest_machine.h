// Which machines come nearest to a class, and the words with which an experiment is refused when
// none is of it. Pure.

#ifndef BENCHCELL_RUNNERS_MACHINE_NEAREST_MACHINE_H_
#define BENCHCELL_RUNNERS_MACHINE_NEAREST_MACHINE_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "benchcell/v1/machine.pb.h"
#include "runners/machine/membership.h"

namespace benchcell {

// An enrolled machine under the name that people know it by.
struct NamedMachine {
  std::string name;
  v1::MachineFacts facts;
};

struct Candidate {
  std::string name;
  // As Unmet gives it.
  std::vector<Lack> lacks;
};

// All machines, the nearest first: those of the class's platform, of these the ones that lack least
// of what no setting mends, of these the ones that lack least at all, of these by name. A machine
// with an untuned governor is nearer to `linux-x64` than a well-kept virtual machine, and both are
// nearer than a Mac.
std::vector<Candidate> Nearest(const v1::MachineClass& machine_class,
                               const std::vector<NamedMachine>& machines);

// OK if any machine is of the class. Otherwise FAILED_PRECONDITION that names the nearest machine
// with all it lacks and what to do about it, and the two next ones with the number of lacks:
//     no enrolled machine is a linux-x64: nearest is lab-2, which lacks:
//       governor is powersave, performance is required (run `...`)
//     then lab-1 (lacks 3)
//     --any-machine measures without regard to the class, with what differs under the table
absl::Status CheckAnyOfClass(const v1::MachineClass& machine_class,
                             const std::vector<NamedMachine>& machines);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_MACHINE_NEAREST_MACHINE_H_
