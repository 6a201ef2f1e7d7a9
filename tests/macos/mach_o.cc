#include "tests/macos/mach_o.h"

#include <cstdint>

#include "absl/strings/str_cat.h"

namespace benchcell {
namespace {

constexpr uint32_t kMagic64 = 0xfeedfacf;
constexpr uint32_t kCpuArm64 = 0x0100000c;
constexpr uint32_t kObject = 1;
constexpr uint32_t kExecutable = 2;

// Little-endian, as all of it is on arm64.
uint32_t Word(std::string_view bytes, int index) {
  uint32_t word = 0;
  for (int i = 3; i >= 0; --i) word = word << 8 | static_cast<uint8_t>(bytes[4 * index + i]);
  return word;
}

}  // namespace

std::string MachOKind(std::string_view start) {
  if (start.size() < kMachOHeader) return absl::StrCat("a file of ", start.size(), " bytes");
  if (Word(start, 0) != kMagic64) return absl::StrCat("magic ", absl::Hex(Word(start, 0)));
  if (Word(start, 1) != kCpuArm64) return absl::StrCat("processor ", absl::Hex(Word(start, 1)));
  switch (const uint32_t type = Word(start, 3)) {
    case kObject:
      return "arm64 object";
    case kExecutable:
      return "arm64 executable";
    default:
      return absl::StrCat("arm64 file of type ", type);
  }
}

}  // namespace benchcell
