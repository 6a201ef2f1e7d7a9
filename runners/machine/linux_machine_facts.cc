#include "runners/machine/linux_machine_facts.h"

#include <optional>
#include <string_view>
#include <utility>

#include "absl/strings/str_split.h"
#include "runners/machine/cpuinfo.h"
#include "runners/machine/linux_board.h"
#include "runners/machine/linux_processors.h"
#include "runners/machine/linux_switch.h"
#include "runners/machine/plain_facts.h"
#include "runners/machine/small_file.h"

namespace benchcell {
namespace {

constexpr char kClockSource[] = "/sys/devices/system/clocksource/clocksource0/current_clocksource";

std::string Platform(const std::string& machine) {
  if (machine == "x86_64") return "linux-x64";
  if (machine == "aarch64") return "linux-arm64";
  return "";
}

v1::Switch Aslr(const std::string& root) {
  const std::optional<std::string> word = ReadWord(root + "/proc/sys/kernel/randomize_va_space");
  if (word == "0") return v1::OFF;
  if (word == "1" || word == "2") return v1::ON;
  return v1::UNKNOWN;
}

// PRETTY_NAME of os-release (man 5 os-release): quoted or not.
std::string OsName(const std::string& root) {
  for (const char* path : {"/etc/os-release", "/usr/lib/os-release"}) {
    const std::optional<std::string> text = ReadSmallFile(root + path);
    if (!text.has_value()) continue;
    constexpr std::string_view kKey = "PRETTY_NAME=";
    for (const auto& view : absl::StrSplit(*text, '\n')) {
      std::string line(view);
      if (line.rfind(kKey, 0) != 0) continue;
      line.erase(0, kKey.size());
      if (line.size() >= 2 && (line[0] == '"' || line[0] == '\'') && line.back() == line[0]) {
        line = line.substr(1, line.size() - 2);
      }
      return line;
    }
  }
  return "";
}

// Hundredths of a percent of memory aren't worth an epoch.
uint64_t Rounded(uint64_t bytes) {
  constexpr uint64_t kStep = uint64_t{64} << 20;
  return bytes < kStep ? bytes : (bytes + kStep / 2) / kStep * kStep;
}

}  // namespace

LinuxMachineFacts::LinuxMachineFacts(std::string root, SystemCalls* calls)
    : root_(std::move(root)), calls_(calls) {}

absl::StatusOr<v1::MachineFacts> LinuxMachineFacts::Read() {
  const std::vector<int> processors = calls_->UsableProcessors();
  if (processors.empty()) {
    return absl::InternalError(
        "the affinity mask of this process can't be read, so the number of usable processors is "
        "unknown");
  }
  const Cpuinfo cpuinfo = ParseCpuinfo(ReadSmallFile(root_ + "/proc/cpuinfo").value_or(""));
  v1::MachineFacts facts;
  facts.set_platform(Platform(calls_->MachineName()));
  facts.set_processor_model(cpuinfo.model);
  facts.set_logical_cpus(processors.size());
  facts.set_physical_cores(PhysicalCores(root_, processors));
  facts.set_memory_bytes(Rounded(calls_->MemoryBytes()));
  facts.set_os(OsName(root_));
  facts.set_kernel(calls_->KernelRelease());
  facts.set_governor(Governor(root_, processors));
  facts.set_turbo(Turbo(root_, processors));
  facts.set_smt(SwitchOf(root_ + "/sys/devices/system/cpu/smt/active", "1", "0"));
  facts.set_aslr(Aslr(root_));
  facts.set_virtualised(Virtualised(root_, cpuinfo));
  facts.set_microcode(cpuinfo.microcode);
  facts.set_emulated(Emulated(calls_->Program(), cpuinfo.model));
  for (const v1::CoreKind& kind : CoreKinds(root_, processors)) *facts.add_core_kind() = kind;
  facts.set_swap(Swap(root_));
  facts.set_power_source(PowerSource(root_));
  facts.set_power_mode(ReadWord(root_ + "/sys/firmware/acpi/platform_profile").value_or(""));
  facts.set_product(Product(root_));
  facts.set_clock_source(ReadWord(root_ + kClockSource).value_or(""));
  return PlainFacts(std::move(facts));
}

}  // namespace benchcell
