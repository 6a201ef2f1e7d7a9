// The facts of a Mac, from sysctl. Governor, turbo, ASLR and microcode have no sysctl and stay
// unset.

#include <sys/sysctl.h>

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "runners/machine/machine_facts_reader.h"

namespace benchcell {
namespace {

std::string Text(const char* name) {
  size_t size = 0;
  if (sysctlbyname(name, nullptr, &size, nullptr, 0) != 0 || size == 0) return "";
  std::string value(size, '\0');
  if (sysctlbyname(name, value.data(), &size, nullptr, 0) != 0) return "";
  return value.substr(0, value.find('\0'));
}

// Values have 4 or 8 bytes; the buffer starts as zero and the processors are little-endian.
std::optional<uint64_t> Number(const char* name) {
  uint64_t value = 0;
  size_t size = sizeof(value);
  if (sysctlbyname(name, &value, &size, nullptr, 0) != 0) return std::nullopt;
  return value;
}

class MacosMachineFacts : public MachineFactsReader {
 public:
  absl::StatusOr<v1::MachineFacts> Read() override {
    const std::optional<uint64_t> logical = Number("hw.logicalcpu");
    if (!logical.has_value() || *logical == 0) {
      return absl::InternalError("sysctl hw.logicalcpu can't be read");
    }
    const uint64_t physical = Number("hw.physicalcpu").value_or(0);
    v1::MachineFacts facts;
#if defined(__aarch64__)
    facts.set_platform("darwin-arm64");
#elif defined(__x86_64__)
    facts.set_platform("darwin-x64");
#endif
    facts.set_processor_model(Text("machdep.cpu.brand_string"));
    facts.set_logical_cpus(*logical);
    facts.set_physical_cores(physical);
    facts.set_memory_bytes(Number("hw.memsize").value_or(0));
    const std::string version = Text("kern.osproductversion");
    if (!version.empty()) facts.set_os(absl::StrCat("macOS ", version));
    facts.set_kernel(Text("kern.osrelease"));
    if (physical > 0) facts.set_smt(*logical > physical ? v1::ON : v1::OFF);
    const std::optional<uint64_t> guest = Number("kern.hv_vmm_present");
    if (guest.has_value()) facts.set_virtualised(*guest != 0 ? v1::ON : v1::OFF);
    return facts;
  }
};

}  // namespace

std::unique_ptr<MachineFactsReader> NewMachineFactsReader() {
  return std::make_unique<MacosMachineFacts>();
}

}  // namespace benchcell
