#include "tests/macos/mach_o.h"

#include "gtest/gtest.h"

namespace benchcell {
namespace {

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

}  // namespace
}  // namespace benchcell
