// What Linux tells of the machine around the processors: its maker's name, a hypervisor, power and
// swap. `root` is put before /sys and /proc.

#ifndef BENCHCELL_RUNNERS_MACHINE_LINUX_BOARD_H_
#define BENCHCELL_RUNNERS_MACHINE_LINUX_BOARD_H_

#include <string>

#include "benchcell/v1/machine.pb.h"
#include "runners/machine/cpuinfo.h"

namespace benchcell {

// Maker and name from DMI, or the model of the device tree. Empty where there is neither, or only
// what firmware says when nobody filled it in.
std::string Product(const std::string& root);

// OFF only where something that would show a hypervisor was read and shows none.
v1::Switch Virtualised(const std::string& root, const Cpuinfo& cpuinfo);

// `mains` if any supply from outside is connected, `battery` if there are batteries of the machine
// itself (not of a mouse) and no such supply; empty for a machine without either.
std::string PowerSource(const std::string& root);

v1::Switch Swap(const std::string& root);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_MACHINE_LINUX_BOARD_H_
