#include "runners/machine/linux_machine_facts.h"

#include "google/protobuf/util/message_differencer.h"
#include "gtest/gtest.h"
#include "runners/machine/testing.h"

namespace benchcell {
namespace {

using ::google::protobuf::util::MessageDifferencer;

class LinuxMachineFactsTest : public TreeTest {
 protected:
  v1::MachineFacts Read() {
    const absl::StatusOr<v1::MachineFacts> facts = LinuxMachineFacts(root_, &calls_).Read();
    EXPECT_TRUE(facts.ok()) << facts.status();
    return facts.value_or(v1::MachineFacts());
  }

  FakeSystemCalls calls_;
};

TEST_F(LinuxMachineFactsTest, CountsOnlyUsableProcessorsAndTheirCores) {
  for (int i = 0; i < 4; ++i) {
    Write("/sys/devices/system/cpu/cpu" + std::to_string(i) + "/topology/core_cpus_list",
          i < 2 ? "0-1\n" : "2-3\n");
  }
  calls_.processors = {2, 3};
  EXPECT_EQ(Read().logical_cpus(), 2);
  EXPECT_EQ(Read().physical_cores(), 1);
}

TEST_F(LinuxMachineFactsTest, LeavesEverythingUnsetInAnEmptyTree) {
  v1::MachineFacts expected;
  expected.set_logical_cpus(1);
  EXPECT_TRUE(MessageDifferencer::Equals(Read(), expected)) << Read().DebugString();
}

TEST_F(LinuxMachineFactsTest, IntelTurboIsTheOppositeOfNoTurbo) {
  Write("/sys/devices/system/cpu/intel_pstate/no_turbo", "1\n");
  // Another driver's file would say the contrary.
  Write("/sys/devices/system/cpu/cpufreq/boost", "1\n");
  EXPECT_EQ(Read().turbo(), v1::OFF);
  Write("/sys/devices/system/cpu/intel_pstate/no_turbo", "0\n");
  EXPECT_EQ(Read().turbo(), v1::ON);
}

TEST_F(LinuxMachineFactsTest, UnexpectedWordsAreUnknown) {
  Write("/sys/devices/system/cpu/cpufreq/boost", "maybe\n");
  Write("/proc/sys/kernel/randomize_va_space", "7\n");
  EXPECT_EQ(Read().turbo(), v1::UNKNOWN);
  EXPECT_EQ(Read().aslr(), v1::UNKNOWN);
}

TEST_F(LinuxMachineFactsTest, TextsOfTheFirmwareAreMadePlain) {
  Write("/sys/class/dmi/id/sys_vendor", "Intel\xAE\n");
  Write("/sys/class/dmi/id/product_name", "S2600\x1b[1m\n");
  EXPECT_EQ(Read().product(), "Intel\uFFFD S2600");
}

TEST_F(LinuxMachineFactsTest, DmiOfHardwareMeansNotVirtualised) {
  Write("/sys/class/dmi/id/sys_vendor", "Dell Inc.\n");
  Write("/sys/class/dmi/id/product_name", "PowerEdge R650\n");
  EXPECT_EQ(Read().virtualised(), v1::OFF);
  Write("/sys/class/dmi/id/product_name", "KVM Virtual Machine\n");
  EXPECT_EQ(Read().virtualised(), v1::ON);
}

TEST_F(LinuxMachineFactsTest, DeviceTreeOfAGuestMeansVirtualised) {
  Write("/proc/device-tree/compatible", std::string("linux,dummy-virt\0", 17));
  EXPECT_EQ(Read().virtualised(), v1::ON);
}

TEST_F(LinuxMachineFactsTest, AnUnknownKindOfProcessorHasNoPlatform) {
  calls_.machine = "riscv64";
  EXPECT_EQ(Read().platform(), "");
}

TEST_F(LinuxMachineFactsTest, MemoryThatDiffersALittleIsEqual) {
  calls_.memory = (16ull << 30) - (20 << 20);
  EXPECT_EQ(Read().memory_bytes(), 16ull << 30);
  calls_.memory = (16ull << 30) + (20 << 20);
  EXPECT_EQ(Read().memory_bytes(), 16ull << 30);
  calls_.memory = 15ull << 30;
  EXPECT_EQ(Read().memory_bytes(), 15ull << 30);
  calls_.memory = 1 << 20;
  EXPECT_EQ(Read().memory_bytes(), 1 << 20);
}

TEST_F(LinuxMachineFactsTest, RefusesToGuessTheNumberOfProcessors) {
  calls_.processors.clear();
  EXPECT_EQ(LinuxMachineFacts(root_, &calls_).Read().status().code(), absl::StatusCode::kInternal);
}

TEST(NewMachineFactsReader, ReadsThisMachine) {
  const absl::StatusOr<v1::MachineFacts> facts = NewMachineFactsReader()->Read();
  ASSERT_TRUE(facts.ok()) << facts.status();
  EXPECT_GE(facts->logical_cpus(), 1);
  EXPECT_GT(facts->memory_bytes(), 0);
  EXPECT_NE(facts->kernel(), "");
  EXPECT_NE(facts->emulated(), v1::UNKNOWN);
}

TEST(NewMachineFactsReader, FactsDoNotDrift) {
  const std::unique_ptr<MachineFactsReader> reader = NewMachineFactsReader();
  const absl::StatusOr<v1::MachineFacts> first = reader->Read();
  const absl::StatusOr<v1::MachineFacts> second = reader->Read();
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_TRUE(MessageDifferencer::Equals(*first, *second));
}

}  // namespace
}  // namespace benchcell
