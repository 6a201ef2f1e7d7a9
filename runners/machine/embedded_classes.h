// The machine classes as class_tool wrote them into the program.

#ifndef BENCHCELL_RUNNERS_MACHINE_EMBEDDED_CLASSES_H_
#define BENCHCELL_RUNNERS_MACHINE_EMBEDDED_CLASSES_H_

#include <string>
#include <vector>

namespace benchcell {

// Serialized v1::MachineClass messages; their names are unique.
std::vector<std::string> EmbeddedClasses();

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_MACHINE_EMBEDDED_CLASSES_H_
