// The facts of a Mac, from what `sysctl` and `pmset` print. Governor, turbo, ASLR and microcode are
// told by nothing and stay unset. Compiles everywhere, for tests on recorded answers.

#ifndef BENCHCELL_RUNNERS_MACHINE_MACOS_MACHINE_FACTS_H_
#define BENCHCELL_RUNNERS_MACHINE_MACOS_MACHINE_FACTS_H_

#include <string>

#include "runners/machine/command_output.h"
#include "runners/machine/machine_facts_reader.h"

namespace benchcell {

// The commands that are run.
extern const char kSysctlCommand[];
inline constexpr char kPowerModeCommand[] = "/usr/bin/pmset -g";
inline constexpr char kPowerSourceCommand[] = "/usr/bin/pmset -g batt";

class MacosMachineFacts : public MachineFactsReader {
 public:
  // `built_for`: `arm64` or `x64`, what this code was compiled to; an x64 program on an Apple chip
  // is translated.
  MacosMachineFacts(CommandOutput output, std::string built_for);

  // INTERNAL if sysctl doesn't tell the number of processors.
  absl::StatusOr<v1::MachineFacts> Read() override;

 private:
  const CommandOutput output_;
  const std::string built_for_;
};

// `mains` or `battery`, from `pmset -g batt`; empty if it says neither (a UPS).
std::string MacosPowerSource(const std::string& text);

// `automatic`, `low power` or `high power`, from `pmset -g`: models name the setting differently.
// Empty if it has none of the names.
std::string MacosPowerMode(const std::string& text);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_MACHINE_MACOS_MACHINE_FACTS_H_
