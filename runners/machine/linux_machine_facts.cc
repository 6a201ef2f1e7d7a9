#include "runners/machine/linux_machine_facts.h"

#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "runners/machine/cpuinfo.h"
#include "runners/machine/small_file.h"

namespace benchcell {
namespace {

constexpr char kCpu[] = "/sys/devices/system/cpu/";

std::string Platform(const std::string& machine) {
  if (machine == "x86_64") return "linux-x64";
  if (machine == "aarch64") return "linux-arm64";
  return "";
}

// The file's word is `on`: ON, `off`: OFF, anything else or nothing: UNKNOWN.
v1::Switch SwitchOf(const std::string& path, std::string_view on, std::string_view off) {
  const std::optional<std::string> word = ReadWord(path);
  if (word == on) return v1::ON;
  if (word == off) return v1::OFF;
  return v1::UNKNOWN;
}

v1::Switch Turbo(const std::string& root) {
  const v1::Switch intel = SwitchOf(root + kCpu + "intel_pstate/no_turbo", "0", "1");
  if (intel != v1::UNKNOWN) return intel;
  return SwitchOf(root + kCpu + "cpufreq/boost", "1", "0");
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

// Processors that are one physical core name the same siblings. 0 if any doesn't tell.
uint32_t PhysicalCores(const std::string& root, const std::vector<int>& processors) {
  std::set<std::string> cores;
  for (int processor : processors) {
    const std::string topology = absl::StrCat(root, kCpu, "cpu", processor, "/topology/");
    std::optional<std::string> siblings = ReadWord(topology + "core_cpus_list");
    // The name before Linux 5.3.
    if (!siblings.has_value()) siblings = ReadWord(topology + "thread_siblings_list");
    if (!siblings.has_value() || siblings->empty()) return 0;
    cores.insert(*siblings);
  }
  return cores.size();
}

bool DmiNamesHypervisor(const std::string& product) {
  for (const char* name :
       {"QEMU", "KVM", "VMware", "VirtualBox", "Virtual Machine", "Bochs", "BHYVE", "HVM domU",
        "Google Compute Engine", "OpenStack", "Apple Virtualization"}) {
    if (absl::StrContains(product, name)) return true;
  }
  return false;
}

// OFF only where something that would show a hypervisor was read and shows none.
v1::Switch Virtualised(const std::string& root, const Cpuinfo& cpuinfo) {
  if (cpuinfo.has_hypervisor_flag) return v1::ON;
  const std::optional<std::string> hypervisor = ReadWord(root + "/sys/hypervisor/type");
  if (hypervisor.has_value() && !hypervisor->empty()) return v1::ON;
  const std::string dmi = root + "/sys/class/dmi/id/";
  const std::optional<std::string> vendor = ReadWord(dmi + "sys_vendor");
  const std::optional<std::string> product = ReadWord(dmi + "product_name");
  if (DmiNamesHypervisor(absl::StrCat(vendor.value_or(""), " ", product.value_or("")))) {
    return v1::ON;
  }
  // A cloud's name doesn't tell its virtual machines from its bare ones.
  if (vendor.has_value() && product.has_value() && vendor != "Amazon EC2") return v1::OFF;
  const std::string tree = root + "/proc/device-tree/";
  if (ReadWord(tree + "hypervisor/compatible").has_value()) return v1::ON;
  const std::optional<std::string> board = ReadSmallFile(tree + "compatible");
  if (board.has_value()) {
    return absl::StrContains(*board, "linux,dummy-virt") ? v1::ON : v1::OFF;
  }
  return cpuinfo.has_flags ? v1::OFF : v1::UNKNOWN;
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
  facts.set_memory_bytes(calls_->MemoryBytes());
  facts.set_os(OsName(root_));
  facts.set_kernel(calls_->KernelRelease());
  facts.set_governor(ReadWord(root_ + kCpu + "cpu0/cpufreq/scaling_governor").value_or(""));
  facts.set_turbo(Turbo(root_));
  facts.set_smt(SwitchOf(root_ + kCpu + "smt/active", "1", "0"));
  facts.set_aslr(Aslr(root_));
  facts.set_virtualised(Virtualised(root_, cpuinfo));
  facts.set_microcode(cpuinfo.microcode);
  return facts;
}

}  // namespace benchcell
