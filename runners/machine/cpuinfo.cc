#include "runners/machine/cpuinfo.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace benchcell {
namespace {

struct ArmCore {
  std::string_view implementer;
  std::string_view part;
  std::string_view name;
};

// MIDR_EL1 numbers as arch/arm64/include/asm/cputype.h of Linux lists them: lab boards and clouds.
constexpr ArmCore kArmCores[] = {
    {"0x41", "0xd03", "Arm Cortex-A53"},  {"0x41", "0xd05", "Arm Cortex-A55"},
    {"0x41", "0xd07", "Arm Cortex-A57"},  {"0x41", "0xd08", "Arm Cortex-A72"},
    {"0x41", "0xd09", "Arm Cortex-A73"},  {"0x41", "0xd0a", "Arm Cortex-A75"},
    {"0x41", "0xd0b", "Arm Cortex-A76"},  {"0x41", "0xd0c", "Arm Neoverse-N1"},
    {"0x41", "0xd40", "Arm Neoverse-V1"}, {"0x41", "0xd41", "Arm Cortex-A78"},
    {"0x41", "0xd49", "Arm Neoverse-N2"}, {"0x41", "0xd4f", "Arm Neoverse-V2"},
    {"0xc0", "0xac3", "Ampere-1"},        {"0xc0", "0xac4", "Ampere-1A"},
};

std::string ArmModel(const std::string& implementer, const std::string& part) {
  for (const ArmCore& core : kArmCores) {
    if (core.implementer == implementer && core.part == part) return std::string(core.name);
  }
  return absl::StrCat("arm64 implementer ", implementer, " part ", part);
}

void AddOnce(const std::string& name, std::vector<std::string>& names) {
  if (name.empty() || std::find(names.begin(), names.end(), name) != names.end()) return;
  names.push_back(name);
}

}  // namespace

Cpuinfo ParseCpuinfo(std::string_view text) {
  Cpuinfo info;
  std::vector<std::string> models;
  std::string implementer;
  for (const auto& line_view : absl::StrSplit(std::string(text), '\n')) {
    const std::string line(line_view);
    const size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::string key(absl::StripAsciiWhitespace(line.substr(0, colon)));
    const std::string value(absl::StripAsciiWhitespace(line.substr(colon + 1)));
    if (key == "model name") {
      AddOnce(value, models);
    } else if (key == "CPU implementer") {
      implementer = value;
    } else if (key == "CPU part") {
      AddOnce(ArmModel(implementer, value), models);
    } else if (key == "microcode" && info.microcode.empty()) {
      info.microcode = value;
    } else if (key == "flags") {
      info.has_flags = true;
      for (const auto& flag : absl::StrSplit(value, ' ')) {
        info.has_hypervisor_flag |= flag == "hypervisor";
      }
    }
  }
  info.model = absl::StrJoin(models, " + ");
  return info;
}

}  // namespace benchcell
