// Whether a machine is of a class, and what it lacks. Pure functions of facts; classes as
// ParseClass accepts them.

#ifndef BENCHCELL_RUNNERS_MACHINE_MEMBERSHIP_H_
#define BENCHCELL_RUNNERS_MACHINE_MEMBERSHIP_H_

#include <string>
#include <vector>

#include "benchcell/v1/machine.pb.h"

namespace benchcell {

// A requirement that isn't met. All texts are for people and plain; `found` is the machine's own
// words.
struct Lack {
  // Field of MachineFacts, and its title.
  std::string fact;
  std::string title;
  // `powersave`; `unknown`.
  std::string found;
  // `performance`, `at least 4`, `anything but battery`.
  std::string required;
  // What to do, from the class.
  std::string remedy;
  // Nothing can be done on this machine.
  bool hardware = false;
};

// What the machine lacks of the required facts, in the class's order. Empty: it is of the class.
std::vector<Lack> Unmet(const v1::MachineClass& machine_class, const v1::MachineFacts& facts);

// What it lacks of the wished ones; a fact that is already among Unmet is left out.
std::vector<Lack> UnmetWishes(const v1::MachineClass& machine_class, const v1::MachineFacts& facts);

// `governor is powersave, performance is required`.
std::string Describe(const Lack& lack);

// What has to be said under a table that was measured on this machine, whole sentences: that it is
// not of the class (--any-machine) and in what, which wishes it lacks, and what was only observed.
// Empty if there is nothing to say. `name` is how the sentences call the machine: `This machine`.
std::vector<std::string> ClassCaptions(const std::string& name,
                                       const v1::MachineClass& machine_class,
                                       const v1::MachineFacts& facts);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_MACHINE_MEMBERSHIP_H_
