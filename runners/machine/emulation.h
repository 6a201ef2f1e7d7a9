// Whether this program's instructions are translated on their way to the processor.

#ifndef BENCHCELL_RUNNERS_MACHINE_EMULATION_H_
#define BENCHCELL_RUNNERS_MACHINE_EMULATION_H_

#include <cstdint>
#include <string>

#include "benchcell/v1/machine.pb.h"

namespace benchcell {

// The running program, seen in two ways. qemu-user answers for /proc/self/exe itself and names the
// program that it translates; it passes /proc/self/task/TID/exe on, where the kernel names what
// really runs. Other translators answer for neither, and then what runs is built for another
// processor. Empty or 0 where it can't be read.
struct OwnProgram {
  // Target of /proc/self/exe.
  std::string name;
  // Target of /proc/self/task/TID/exe, and `e_machine` of that file (elf.h).
  std::string running;
  uint16_t running_machine = 0;
  // `e_machine` of what this code was compiled to.
  uint16_t own_machine = 0;
  // What a hypervisor calls itself (x64: CPUID leaf 0x40000000): `KVMKVMKVM`, `TCGTCGTCGTCG`.
  std::string hypervisor;
};

// ON as well on a machine whose processor is software as a whole (qemu without KVM), where that is
// told. OFF only if the program was seen to be what runs.
v1::Switch Emulated(const OwnProgram& program, const std::string& processor_model);

// `e_machine` of a file that starts with these bytes; 0 if it is no ELF file.
uint16_t ElfMachine(const std::string& start);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_MACHINE_EMULATION_H_
