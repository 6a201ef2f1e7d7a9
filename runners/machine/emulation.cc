#include "runners/machine/emulation.h"

#include "absl/strings/match.h"

namespace benchcell {

v1::Switch Emulated(const OwnProgram& program, const std::string& processor_model) {
  if (program.hypervisor == "TCGTCGTCGTCG" || absl::StrContains(processor_model, "QEMU TCG CPU")) {
    return v1::ON;
  }
  if (program.running_machine != 0 && program.running_machine != program.own_machine) {
    return v1::ON;
  }
  if (program.name.empty() || program.running.empty()) return v1::UNKNOWN;
  if (program.name != program.running) return v1::ON;
  return program.running_machine == 0 ? v1::UNKNOWN : v1::OFF;
}

uint16_t ElfMachine(const std::string& start) {
  // ELF header: 16 bytes of identification, `e_type`, `e_machine`. Byte 5 is the byte order.
  constexpr size_t kMachine = 18;
  if (start.size() < kMachine + 2 || start.compare(0, 4, "\177ELF") != 0) return 0;
  const auto first = static_cast<uint8_t>(start[kMachine]);
  const auto second = static_cast<uint8_t>(start[kMachine + 1]);
  return start[5] == 2 ? first << 8 | second : second << 8 | first;
}

}  // namespace benchcell
