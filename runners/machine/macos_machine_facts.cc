#include "runners/machine/macos_machine_facts.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "runners/machine/plain_facts.h"

namespace benchcell {

// Names that a Mac doesn't have are missing in the output.
const char kSysctlCommand[] =
    "/usr/sbin/sysctl hw.model hw.logicalcpu hw.physicalcpu hw.memsize hw.optional.arm64 "
    "hw.nperflevels hw.perflevel0.name hw.perflevel0.logicalcpu hw.perflevel1.name "
    "hw.perflevel1.logicalcpu hw.perflevel2.name hw.perflevel2.logicalcpu "
    "machdep.cpu.brand_string kern.osproductversion kern.osversion kern.osrelease "
    "kern.hv_vmm_present";

namespace {

class Sysctl {
 public:
  // Lines `name: value`.
  explicit Sysctl(const std::string& text) {
    for (const auto& line : absl::StrSplit(text, '\n')) {
      const std::pair<std::string, std::string> parts =
          absl::StrSplit(line, absl::MaxSplits(": ", 1));
      values_[parts.first] = std::string(absl::StripAsciiWhitespace(parts.second));
    }
  }

  std::string Text(const std::string& name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? "" : found->second;
  }

  // 0 where it isn't told.
  uint64_t Number(const std::string& name) const {
    uint64_t number = 0;
    return absl::SimpleAtoi(Text(name), &number) ? number : 0;
  }

 private:
  std::map<std::string, std::string> values_;
};

v1::Switch Translated(const std::string& built_for, bool apple_chip) {
  if (built_for == "arm64") return v1::OFF;
  return apple_chip ? v1::ON : v1::OFF;
}

void AddCoreKinds(const Sysctl& sysctl, v1::MachineFacts& facts) {
  const uint64_t levels = sysctl.Number("hw.nperflevels");
  if (levels < 2) return;
  // Level 0 is the fastest.
  for (uint64_t i = 0; i < levels; ++i) {
    const std::string level = absl::StrCat("hw.perflevel", i, ".");
    const uint64_t count = sysctl.Number(level + "logicalcpu");
    if (count == 0) continue;
    v1::CoreKind& kind = *facts.add_core_kind();
    kind.set_name(absl::AsciiStrToLower(sysctl.Text(level + "name")));
    kind.set_logical_cpus(count);
  }
}

// The number behind a setting in lines ` name   1`; -1 without one.
int Setting(const std::string& text, const std::string& name) {
  for (const auto& line : absl::StrSplit(text, '\n')) {
    const std::vector<std::string> words = absl::StrSplit(line, ' ', absl::SkipEmpty());
    int value = 0;
    if (words.size() >= 2 && words[0] == name && absl::SimpleAtoi(words[1], &value)) return value;
  }
  return -1;
}

}  // namespace

MacosMachineFacts::MacosMachineFacts(CommandOutput output, std::string built_for)
    : output_(std::move(output)), built_for_(std::move(built_for)) {}

absl::StatusOr<v1::MachineFacts> MacosMachineFacts::Read() {
  const Sysctl sysctl(output_(kSysctlCommand));
  const uint64_t logical = sysctl.Number("hw.logicalcpu");
  if (logical == 0) {
    return absl::InternalError("sysctl doesn't tell hw.logicalcpu, the number of processors");
  }
  const uint64_t physical = sysctl.Number("hw.physicalcpu");
  v1::MachineFacts facts;
  facts.set_platform(absl::StrCat("darwin-", built_for_));
  facts.set_processor_model(sysctl.Text("machdep.cpu.brand_string"));
  facts.set_logical_cpus(logical);
  facts.set_physical_cores(physical);
  facts.set_memory_bytes(sysctl.Number("hw.memsize"));
  const std::string version = sysctl.Text("kern.osproductversion");
  const std::string build = sysctl.Text("kern.osversion");
  if (!version.empty()) {
    facts.set_os(absl::StrCat("macOS ", version, build.empty() ? "" : " (" + build + ")"));
  }
  facts.set_kernel(sysctl.Text("kern.osrelease"));
  if (physical > 0) facts.set_smt(logical > physical ? v1::ON : v1::OFF);
  const std::string guest = sysctl.Text("kern.hv_vmm_present");
  if (guest == "0") facts.set_virtualised(v1::OFF);
  if (guest == "1") facts.set_virtualised(v1::ON);
  facts.set_emulated(Translated(built_for_, sysctl.Number("hw.optional.arm64") == 1));
  AddCoreKinds(sysctl, facts);
  facts.set_power_source(MacosPowerSource(output_(kPowerSourceCommand)));
  facts.set_power_mode(MacosPowerMode(output_(kPowerModeCommand)));
  facts.set_product(sysctl.Text("hw.model"));
  return PlainFacts(std::move(facts));
}

std::string MacosPowerSource(const std::string& text) {
  if (absl::StrContains(text, "drawing from 'AC Power'")) return "mains";
  if (absl::StrContains(text, "drawing from 'Battery Power'")) return "battery";
  return "";
}

std::string MacosPowerMode(const std::string& text) {
  const int mode = Setting(text, "powermode");
  const int low = Setting(text, "lowpowermode");
  const int high = Setting(text, "highpowermode");
  if (mode == 1 || low == 1) return "low power";
  if (mode == 2 || high == 1) return "high power";
  return mode == 0 || low == 0 || high == 0 ? "automatic" : "";
}

}  // namespace benchcell
