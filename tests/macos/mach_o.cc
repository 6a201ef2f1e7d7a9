#include "tests/macos/mach_o.h"

#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"

namespace benchcell {
namespace {

constexpr uint32_t kMagic64 = 0xfeedfacf;
constexpr uint32_t kCpuArm64 = 0x0100000c;
constexpr uint32_t kObject = 1;
constexpr uint32_t kExecutable = 2;
constexpr uint32_t kHeaderBytes = 32;
constexpr uint32_t kSymbolTable = 2;
constexpr uint32_t kSymbolBytes = 16;
constexpr uint8_t kDebuggers = 0xe0;
constexpr uint8_t kType = 0x0e;
constexpr uint8_t kExternal = 0x01;

// Little-endian, as all of it is on arm64. 0 behind the end.
uint32_t Word(std::string_view bytes, size_t index) {
  if (bytes.size() / 4 <= index) return 0;
  uint32_t word = 0;
  for (int i = 3; i >= 0; --i) word = word << 8 | static_cast<uint8_t>(bytes[4 * index + i]);
  return word;
}

// Of `size` bytes from `start` on, as far as they are there.
std::string_view Part(std::string_view bytes, uint64_t start, uint64_t size) {
  return start >= bytes.size() ? std::string_view() : bytes.substr(start, size);
}

// The symbol table's command; empty without one.
std::string_view SymbolTable(std::string_view object) {
  const uint32_t commands = Word(object, 4);
  uint64_t start = kHeaderBytes;
  for (uint32_t i = 0; i < commands; ++i) {
    const std::string_view head = Part(object, start, 8);
    const uint32_t size = Word(head, 1);
    if (size < 8) break;
    if (Word(head, 0) == kSymbolTable) return Part(object, start, size);
    start += size;
  }
  return {};
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

MachOSymbols SymbolsOf(std::string_view object) {
  MachOSymbols symbols;
  if (MachOKind(object) != "arm64 object") return symbols;
  // Its kind and size; then where the symbols are, how many, where their names are, and how long.
  const std::string_view table = SymbolTable(object);
  const std::string_view entries =
      Part(object, Word(table, 2), uint64_t{Word(table, 3)} * kSymbolBytes);
  const std::string_view names = Part(object, Word(table, 4), Word(table, 5));
  for (size_t at = 0; at + kSymbolBytes <= entries.size(); at += kSymbolBytes) {
    const std::string_view entry = entries.substr(at, kSymbolBytes);
    const auto type = static_cast<uint8_t>(entry[4]);
    if ((type & kDebuggers) != 0 || (type & kExternal) == 0) continue;
    const std::string_view rest = Part(names, Word(entry, 0), names.size());
    std::string name(rest.substr(0, rest.find('\0')));
    ((type & kType) == 0 ? symbols.undefined : symbols.defined).insert(std::move(name));
  }
  return symbols;
}

}  // namespace benchcell
