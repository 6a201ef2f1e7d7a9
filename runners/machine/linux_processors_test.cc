#include "runners/machine/linux_processors.h"

#include "gtest/gtest.h"
#include "runners/machine/testing.h"

namespace benchcell {
namespace {

class LinuxProcessorsTest : public TreeTest {
 protected:
  void WriteCpu(int processor, const std::string& file, const std::string& text) {
    Write("/sys/devices/system/cpu/cpu" + std::to_string(processor) + "/" + file, text + "\n");
  }

  std::string Kinds(const std::vector<int>& processors) {
    std::string text;
    for (const v1::CoreKind& kind : CoreKinds(root_, processors)) {
      text += kind.name() + " " + std::to_string(kind.logical_cpus()) + ";";
    }
    return text;
  }
};

TEST_F(LinuxProcessorsTest, DifferentGovernorsAreAllNamedOnce) {
  WriteCpu(0, "cpufreq/scaling_governor", "performance");
  WriteCpu(1, "cpufreq/scaling_governor", "performance");
  WriteCpu(2, "cpufreq/scaling_governor", "powersave");
  EXPECT_EQ(Governor(root_, {0, 1}), "performance");
  EXPECT_EQ(Governor(root_, {2, 1, 0}), "performance + powersave");
  // Not usable, not asked.
  EXPECT_EQ(Governor(root_, {2}), "powersave");
  EXPECT_EQ(Governor(root_, {3}), "");
}

TEST_F(LinuxProcessorsTest, BoostOfOneProcessorIsTurbo) {
  EXPECT_EQ(Turbo(root_, {0, 1}), v1::UNKNOWN);
  WriteCpu(0, "cpufreq/boost", "0");
  WriteCpu(1, "cpufreq/boost", "1");
  EXPECT_EQ(Turbo(root_, {0, 1}), v1::ON);
  EXPECT_EQ(Turbo(root_, {0}), v1::OFF);
  EXPECT_EQ(Turbo(root_, {2}), v1::UNKNOWN);
}

TEST_F(LinuxProcessorsTest, TheGlobalBoostSwitchOffIsOffForAll) {
  Write("/sys/devices/system/cpu/cpufreq/boost", "0\n");
  WriteCpu(0, "cpufreq/boost", "1");
  EXPECT_EQ(Turbo(root_, {0}), v1::OFF);
  Write("/sys/devices/system/cpu/cpufreq/boost", "1\n");
  WriteCpu(0, "cpufreq/boost", "0");
  EXPECT_EQ(Turbo(root_, {0}), v1::OFF);
  EXPECT_EQ(Turbo(root_, {1}), v1::ON);
}

TEST_F(LinuxProcessorsTest, CapacitiesMakeKinds) {
  const int capacities[] = {250, 250, 650, 660, 1024, 980};
  for (int i = 0; i < 6; ++i) WriteCpu(i, "cpu_capacity", std::to_string(capacities[i]));
  EXPECT_EQ(Kinds({0, 1, 2, 3, 4, 5}), "performance 2;middle 2;efficiency 2;");
  EXPECT_EQ(Kinds({2, 3, 4}), "performance 1;efficiency 2;");
  EXPECT_EQ(Kinds({4, 5}), "");
  // One that doesn't tell could be of any kind.
  EXPECT_EQ(Kinds({0, 4, 6}), "");
}

TEST_F(LinuxProcessorsTest, CountersKindsComeBeforeCapacities) {
  Write("/sys/devices/cpu_core/cpus", "0-1\n");
  Write("/sys/devices/cpu_atom/cpus", "2-4\n");
  Write("/sys/devices/cpu_lowpower/cpus", "5\n");
  for (int i = 0; i < 6; ++i) WriteCpu(i, "cpu_capacity", std::to_string(1000 - 100 * i));
  EXPECT_EQ(Kinds({0, 1, 2, 3, 4, 5}), "performance 2;efficiency 3;low power 1;");
  EXPECT_EQ(Kinds({2, 3}), "");
}

TEST_F(LinuxProcessorsTest, SiblingsAreOneCoreUnderTheOldNameToo) {
  WriteCpu(0, "topology/thread_siblings_list", "0,4");
  WriteCpu(4, "topology/thread_siblings_list", "0,4");
  EXPECT_EQ(PhysicalCores(root_, {0, 4}), 1);
  EXPECT_EQ(PhysicalCores(root_, {0, 5}), 0);
}

}  // namespace
}  // namespace benchcell
