// The Mac itself.

#include <memory>

#include "runners/machine/macos_machine_facts.h"

namespace benchcell {

std::unique_ptr<MachineFactsReader> NewMachineFactsReader() {
#if defined(__aarch64__)
  return std::make_unique<MacosMachineFacts>(RunCommand, "arm64");
#else
  return std::make_unique<MacosMachineFacts>(RunCommand, "x64");
#endif
}

}  // namespace benchcell
