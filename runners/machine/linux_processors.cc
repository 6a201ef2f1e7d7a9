#include "runners/machine/linux_processors.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runners/machine/cpu_list.h"
#include "runners/machine/linux_switch.h"
#include "runners/machine/small_file.h"

namespace benchcell {
namespace {

constexpr char kCpu[] = "/sys/devices/system/cpu/";

std::string CpuFile(const std::string& root, int processor, const char* file) {
  return absl::StrCat(root, kCpu, "cpu", processor, "/", file);
}

v1::CoreKind Kind(const std::string& name, uint32_t count) {
  v1::CoreKind kind;
  kind.set_name(name);
  kind.set_logical_cpus(count);
  return kind;
}

std::vector<v1::CoreKind> KindsOfCounters(const std::string& root,
                                          const std::vector<int>& processors) {
  std::vector<v1::CoreKind> kinds;
  for (const auto& [device, name] :
       {std::pair("cpu_core", "performance"), std::pair("cpu_atom", "efficiency"),
        std::pair("cpu_lowpower", "low power")}) {
    const std::optional<std::string> text =
        ReadWord(absl::StrCat(root, "/sys/devices/", device, "/cpus"));
    if (!text.has_value()) continue;
    const std::optional<std::set<int>> listed = ParseCpuList(*text);
    if (!listed.has_value()) return {};
    const uint32_t count = std::count_if(processors.begin(), processors.end(),
                                         [&](int cpu) { return listed->count(cpu) > 0; });
    if (count > 0) kinds.push_back(Kind(name, count));
  }
  return kinds;
}

std::vector<v1::CoreKind> KindsOfCapacities(const std::string& root,
                                            const std::vector<int>& processors) {
  std::map<int, uint32_t, std::greater<int>> counts;
  for (int processor : processors) {
    int capacity = 0;
    const std::optional<std::string> text = ReadWord(CpuFile(root, processor, "cpu_capacity"));
    if (!text.has_value() || !absl::SimpleAtoi(*text, &capacity)) return {};
    ++counts[capacity];
  }
  std::vector<uint32_t> groups;
  int fastest_of_group = 0;
  for (const auto& [capacity, count] : counts) {
    if (groups.empty() || capacity * 10 < fastest_of_group * 9) {
      groups.push_back(0);
      fastest_of_group = capacity;
    }
    groups.back() += count;
  }
  std::vector<v1::CoreKind> kinds;
  for (size_t i = 0; i < groups.size(); ++i) {
    const bool last = i + 1 == groups.size();
    kinds.push_back(Kind(i == 0 ? "performance" : last ? "efficiency" : "middle", groups[i]));
  }
  return kinds;
}

}  // namespace

uint32_t PhysicalCores(const std::string& root, const std::vector<int>& processors) {
  std::set<std::string> cores;
  for (int processor : processors) {
    std::optional<std::string> siblings =
        ReadWord(CpuFile(root, processor, "topology/core_cpus_list"));
    // The name before Linux 5.3.
    if (!siblings.has_value()) {
      siblings = ReadWord(CpuFile(root, processor, "topology/thread_siblings_list"));
    }
    if (!siblings.has_value() || siblings->empty()) return 0;
    cores.insert(*siblings);
  }
  return cores.size();
}

std::string Governor(const std::string& root, const std::vector<int>& processors) {
  std::set<std::string> governors;
  for (int processor : processors) {
    const std::optional<std::string> governor =
        ReadWord(CpuFile(root, processor, "cpufreq/scaling_governor"));
    if (governor.has_value() && !governor->empty()) governors.insert(*governor);
  }
  return absl::StrJoin(governors, " + ");
}

v1::Switch Turbo(const std::string& root, const std::vector<int>& processors) {
  const v1::Switch intel = SwitchOf(absl::StrCat(root, kCpu, "intel_pstate/no_turbo"), "0", "1");
  if (intel != v1::UNKNOWN) return intel;
  const v1::Switch all = SwitchOf(absl::StrCat(root, kCpu, "cpufreq/boost"), "1", "0");
  if (all == v1::OFF) return v1::OFF;
  v1::Switch any = v1::UNKNOWN;
  for (int processor : processors) {
    const v1::Switch one = SwitchOf(CpuFile(root, processor, "cpufreq/boost"), "1", "0");
    if (one == v1::ON) return v1::ON;
    if (one == v1::OFF) any = v1::OFF;
  }
  return any == v1::UNKNOWN ? all : any;
}

std::vector<v1::CoreKind> CoreKinds(const std::string& root, const std::vector<int>& processors) {
  std::vector<v1::CoreKind> kinds = KindsOfCounters(root, processors);
  if (kinds.empty()) kinds = KindsOfCapacities(root, processors);
  if (kinds.size() < 2) kinds.clear();
  return kinds;
}

}  // namespace benchcell
