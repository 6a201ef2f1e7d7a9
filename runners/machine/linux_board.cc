#include "runners/machine/linux_board.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "runners/machine/small_file.h"

namespace benchcell {
namespace {

constexpr char kDmi[] = "/sys/class/dmi/id/";
constexpr char kDeviceTree[] = "/proc/device-tree/";

bool ContainsAny(const std::string& text, std::initializer_list<const char*> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](const char* part) { return absl::StrContains(text, part); });
}

bool DmiNamesHypervisor(const std::string& product) {
  return ContainsAny(product,
                     {"QEMU", "KVM", "VMware", "VirtualBox", "Virtual Machine", "Bochs", "BHYVE",
                      "HVM domU", "Google Compute Engine", "OpenStack", "Apple Virtualization",
                      "Parallels", "vServer", "Droplet", "Alibaba Cloud ECS"});
}

std::string DmiWord(const std::string& root, const char* file) {
  const std::string word = ReadWord(absl::StrCat(root, kDmi, file)).value_or("");
  if (ContainsAny(word, {"To Be Filled", "To be filled", "Default string", "System Product Name",
                         "System manufacturer", "Not Specified", "O.E.M."})) {
    return "";
  }
  return word;
}

}  // namespace

std::string Product(const std::string& root) {
  const std::string vendor = DmiWord(root, "sys_vendor");
  const std::string product = DmiWord(root, "product_name");
  if (product.empty()) return ReadWord(absl::StrCat(root, kDeviceTree, "model")).value_or(vendor);
  // Some makers repeat themselves in the product's name.
  if (vendor.empty() || absl::StartsWith(product, vendor)) return product;
  return absl::StrCat(vendor, " ", product);
}

v1::Switch Virtualised(const std::string& root, const Cpuinfo& cpuinfo) {
  if (cpuinfo.has_hypervisor_flag) return v1::ON;
  const std::optional<std::string> hypervisor = ReadWord(root + "/sys/hypervisor/type");
  if (hypervisor.has_value() && !hypervisor->empty()) return v1::ON;
  const std::optional<std::string> vendor = ReadWord(absl::StrCat(root, kDmi, "sys_vendor"));
  const std::optional<std::string> product = ReadWord(absl::StrCat(root, kDmi, "product_name"));
  if (DmiNamesHypervisor(absl::StrCat(vendor.value_or(""), " ", product.value_or("")))) {
    return v1::ON;
  }
  if (vendor.has_value() && product.has_value()) {
    // Named by the instance's type; those without a hypervisor are `c7g.metal`, `m7i.metal-24xl`.
    if (vendor == "Amazon EC2") return absl::StrContains(*product, ".metal") ? v1::OFF : v1::ON;
    return v1::OFF;
  }
  const std::string tree = root + kDeviceTree;
  if (ReadWord(tree + "hypervisor/compatible").has_value()) return v1::ON;
  const std::optional<std::string> board = ReadSmallFile(tree + "compatible");
  if (board.has_value()) {
    return absl::StrContains(*board, "linux,dummy-virt") ? v1::ON : v1::OFF;
  }
  return cpuinfo.has_flags ? v1::OFF : v1::UNKNOWN;
}

std::string PowerSource(const std::string& root) {
  bool battery = false;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(root + "/sys/class/power_supply", error), end;
       !error && entry != end; entry.increment(error)) {
    const std::string supply = entry->path().string() + "/";
    const std::optional<std::string> type = ReadWord(supply + "type");
    if (type == "Battery") {
      battery |= ReadWord(supply + "scope") != "Device";
    } else if (ReadWord(supply + "online") == "1") {
      return "mains";
    }
  }
  return battery ? "battery" : "";
}

v1::Switch Swap(const std::string& root) {
  const std::optional<std::string> text = ReadSmallFile(root + "/proc/swaps");
  if (!text.has_value() || text->empty()) return v1::UNKNOWN;
  // A line of titles, then one for each space.
  const size_t title_end = text->find('\n');
  if (title_end == std::string::npos) return v1::OFF;
  return text->find_first_not_of(" \n", title_end) == std::string::npos ? v1::OFF : v1::ON;
}

}  // namespace benchcell
