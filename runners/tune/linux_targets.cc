#include "runners/tune/linux_targets.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "runners/machine/linux_board.h"
#include "runners/machine/small_file.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

constexpr char kCpufreq[] = "/sys/devices/system/cpu/cpufreq";
constexpr char kNoTurbo[] = "/sys/devices/system/cpu/intel_pstate/no_turbo";
constexpr char kSwappiness[] = "/proc/sys/vm/swappiness";
constexpr char kGovernor[] = "performance";

bool Exists(const std::string& path) {
  std::error_code error;
  return fs::exists(path, error);
}

// Processors that have one frequency together, sorted: `/sys/.../cpufreq/policy0`.
std::vector<std::string> Policies(const std::string& root) {
  std::vector<std::string> policies;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(root + kCpufreq, error)) {
    const std::string name = entry.path().filename().string();
    if (name.rfind("policy", 0) == 0) policies.push_back(absl::StrCat(kCpufreq, "/", name));
  }
  std::sort(policies.begin(), policies.end());
  return policies;
}

bool CanPerform(const std::string& policy) {
  const std::vector<std::string> governors =
      absl::StrSplit(ReadWord(policy + "/scaling_available_governors").value_or(kGovernor), ' ');
  return std::find(governors.begin(), governors.end(), kGovernor) != governors.end();
}

}  // namespace

std::vector<Target> LinuxTargets(const std::string& root, bool is_root) {
  std::vector<Target> targets;
  const std::vector<std::string> policies = Policies(root);
  for (const std::string& policy : policies) {
    if (CanPerform(root + policy)) targets.push_back({policy + "/scaling_governor", kGovernor});
  }
  // The driver of Intel's processors has a switch of its own, others one for all or one for each.
  const std::string boost = absl::StrCat(kCpufreq, "/boost");
  if (Exists(root + kNoTurbo)) {
    targets.push_back({kNoTurbo, "1"});
  } else if (Exists(root + boost)) {
    targets.push_back({boost, "0"});
  } else {
    for (const std::string& policy : policies) {
      if (Exists(root + policy + "/boost")) targets.push_back({policy + "/boost", "0"});
    }
  }
  if (!is_root) return targets;
  if (Swap(root) == v1::ON && Exists(root + kSwappiness)) targets.push_back({kSwappiness, "1"});
  // Made by systemd where it runs (man 3 sd_booted).
  if (Exists(root + "/run/systemd/system")) {
    for (const char* timer : {"apt-daily.timer", "apt-daily-upgrade.timer", "dnf-makecache.timer",
                              "man-db.timer", "plocate-updatedb.timer"}) {
      targets.push_back({timer, "inactive"});
    }
  }
  return targets;
}

}  // namespace benchcell
