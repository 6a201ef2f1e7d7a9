#include "tests/macos/mach_o.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>

namespace benchcell {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string Header(std::string magic, std::string processor, char type) {
  return magic + processor + std::string(4, '\0') + type + std::string(3, '\0');
}

const char kMach[] = "\xcf\xfa\xed\xfe";
const std::string kArm64("\x0c\0\0\1", 4);
const std::string kX64("\x07\0\0\1", 4);

TEST(MachOKind, TellsObjectsFromExecutables) {
  EXPECT_EQ(MachOKind(Header(kMach, kArm64, 1)), "arm64 object");
  EXPECT_EQ(MachOKind(Header(kMach, kArm64, 2)), "arm64 executable");
  EXPECT_EQ(MachOKind(Header(kMach, kArm64, 6)), "arm64 file of type 6");
}

TEST(MachOKind, TellsWhatIsNone) {
  EXPECT_EQ(MachOKind(Header(kMach, kX64, 1)), "processor 1000007");
  EXPECT_EQ(MachOKind(Header("\x7f"
                             "ELF",
                             kArm64, 1)),
            "magic 464c457f");
  EXPECT_EQ(MachOKind(Header("!<ar", kArm64, 1)), "magic 72613c21");
  EXPECT_EQ(MachOKind("short"), "a file of 5 bytes");
}

std::string Little(uint64_t number, int bytes) {
  std::string text;
  for (; bytes > 0; --bytes, number >>= 8) text += static_cast<char>(number);
  return text;
}

std::string Symbol(uint32_t name, uint8_t type) {
  return Little(name, 4) + Little(type, 1) + std::string(11, '\0');
}

// Two load commands, the second that of the symbol table, which has three symbols.
std::string Object() {
  const std::string names("\0_main\0_puts\0_local\0", 20);
  const std::string symbols = Symbol(1, 0x0f) + Symbol(7, 0x01) + Symbol(13, 0x0e);
  const std::string other = Little(0x32, 4) + Little(16, 4) + std::string(8, '\0');
  const uint32_t start = 32 + 16 + 24;
  const std::string table = Little(2, 4) + Little(24, 4) + Little(start, 4) + Little(3, 4) +
                            Little(start + symbols.size(), 4) + Little(names.size(), 4);
  return Header(kMach, kArm64, 1) + Little(2, 4) + Little(other.size() + table.size(), 4) +
         Little(0, 8) + other + table + symbols + names;
}

TEST(SymbolsOf, TellsWhatIsThereFromWhatIsNeeded) {
  const MachOSymbols symbols = SymbolsOf(Object());
  EXPECT_THAT(symbols.defined, ElementsAre("_main"));
  EXPECT_THAT(symbols.undefined, ElementsAre("_puts"));
}

TEST(SymbolsOf, ReadsNothingBehindTheEnd) {
  const std::string object = Object();
  for (size_t size = 0; size < object.size(); ++size) SymbolsOf(object.substr(0, size));
  EXPECT_THAT(SymbolsOf(object.substr(0, 80)).defined, IsEmpty());
  EXPECT_THAT(SymbolsOf(Header(kMach, kArm64, 2) + object.substr(16)).defined, IsEmpty());
}

}  // namespace
}  // namespace benchcell
