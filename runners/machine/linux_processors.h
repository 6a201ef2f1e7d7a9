// What /sys tells of a Linux machine's processors. `root` is put before /sys; `processors` are the
// numbers of the usable ones.

#ifndef BENCHCELL_RUNNERS_MACHINE_LINUX_PROCESSORS_H_
#define BENCHCELL_RUNNERS_MACHINE_LINUX_PROCESSORS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "benchcell/v1/machine.pb.h"

namespace benchcell {

// Processors that are one physical core name the same siblings. 0 if any doesn't tell.
uint32_t PhysicalCores(const std::string& root, const std::vector<int>& processors);

// As MachineFacts.governor. Processors without one are left out.
std::string Governor(const std::string& root, const std::vector<int>& processors);

// intel_pstate's switch where there is one, else the boost switches of cpufreq: the global one, and
// those of the processors, which only count while the global one is on.
v1::Switch Turbo(const std::string& root, const std::vector<int>& processors);

// Fastest first; none if all are alike. On x64 by the kinds that the kernel has counters for
// (cpu_core, cpu_atom, cpu_lowpower); otherwise by cpu_capacity, where capacities within a tenth of
// each other are one kind: equal cores of different clusters can differ by their highest frequency.
std::vector<v1::CoreKind> CoreKinds(const std::string& root, const std::vector<int>& processors);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_MACHINE_LINUX_PROCESSORS_H_
