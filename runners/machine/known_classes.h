// The machine classes that this build of benchcell knows: those of toolchains/platforms/classes,
// compiled in, so that a coordinator, an agent and a command line of one version agree on them and
// no file has to be found at run time. A new class is a new file there.

#ifndef BENCHCELL_RUNNERS_MACHINE_KNOWN_CLASSES_H_
#define BENCHCELL_RUNNERS_MACHINE_KNOWN_CLASSES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "benchcell/v1/machine.pb.h"

namespace benchcell {

// Sorted by name. Made anew at each call. The build has checked every one by ParseClass.
std::vector<v1::MachineClass> KnownClasses();

// Their names, sorted.
std::vector<std::string> KnownClassNames();

// INVALID_ARGUMENT for an unknown name, with the known ones and the nearest of them.
absl::StatusOr<v1::MachineClass> FindClass(const std::string& name);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_MACHINE_KNOWN_CLASSES_H_
