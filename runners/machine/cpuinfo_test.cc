#include "runners/machine/cpuinfo.h"

#include "gtest/gtest.h"

namespace benchcell {
namespace {

TEST(ParseCpuinfo, TakesTheModelNameOnce) {
  const Cpuinfo info = ParseCpuinfo(
      "processor\t: 0\nmodel name\t: Fast CPU @ 3.0: GHz\nmicrocode\t: 0x1\nflags\t\t: fpu avx\n\n"
      "processor\t: 1\nmodel name\t: Fast CPU @ 3.0: GHz\nmicrocode\t: 0x1\nflags\t\t: fpu avx\n");
  EXPECT_EQ(info.model, "Fast CPU @ 3.0: GHz");
  EXPECT_EQ(info.microcode, "0x1");
  EXPECT_TRUE(info.has_flags);
  EXPECT_FALSE(info.has_hypervisor_flag);
}

TEST(ParseCpuinfo, FindsTheHypervisorFlagOnlyAsAWord) {
  EXPECT_TRUE(ParseCpuinfo("flags : lm hypervisor avx\n").has_hypervisor_flag);
  EXPECT_FALSE(ParseCpuinfo("flags : lm nohypervisor avx\n").has_hypervisor_flag);
}

TEST(ParseCpuinfo, NamesArmCoresInOrderOfAppearance) {
  const Cpuinfo info = ParseCpuinfo(
      "CPU implementer\t: 0x41\nCPU part\t: 0xd05\n\nCPU implementer\t: 0x41\nCPU part\t: 0xd0b\n");
  EXPECT_EQ(info.model, "Arm Cortex-A55 + Arm Cortex-A76");
  EXPECT_FALSE(info.has_flags);
}

TEST(ParseCpuinfo, ShowsTheNumbersOfAnArmCoreThatHasNoKnownName) {
  EXPECT_EQ(ParseCpuinfo("CPU implementer : 0x99\nCPU part : 0x123\n").model,
            "arm64 implementer 0x99 part 0x123");
}

TEST(ParseCpuinfo, LeavesUnsetWhatIsNotThere) {
  const Cpuinfo info = ParseCpuinfo("");
  EXPECT_EQ(info.model, "");
  EXPECT_EQ(info.microcode, "");
  EXPECT_FALSE(info.has_flags);
}

}  // namespace
}  // namespace benchcell
