// What /proc/cpuinfo says of the processors.

#ifndef BENCHCELL_RUNNERS_MACHINE_CPUINFO_H_
#define BENCHCELL_RUNNERS_MACHINE_CPUINFO_H_

#include <string>
#include <string_view>

namespace benchcell {

struct Cpuinfo {
  // x64: the model name. arm64 has none; there it is the core's name by implementer and part
  // (`Arm Cortex-A76`), or these two numbers where the name isn't known. Different kinds of cores
  // are joined by ` + ` in the order in which they first appear. Empty where neither is told.
  std::string model;
  // `0xa0011d1`; empty where not told.
  std::string microcode;
  // There is a line of flags (x64), so that the lack of `hypervisor` in it says something.
  bool has_flags = false;
  bool has_hypervisor_flag = false;
};

Cpuinfo ParseCpuinfo(std::string_view text);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_MACHINE_CPUINFO_H_
