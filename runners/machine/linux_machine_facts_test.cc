#include "runners/machine/linux_machine_facts.h"

#include <filesystem>
#include <fstream>

#include "google/protobuf/util/message_differencer.h"
#include "gtest/gtest.h"

namespace benchcell {
namespace {

using ::google::protobuf::util::MessageDifferencer;

struct FakeSystemCalls : SystemCalls {
  std::vector<int> UsableProcessors() override { return processors; }
  uint64_t MemoryBytes() override { return memory; }
  std::string KernelRelease() override { return kernel; }
  std::string MachineName() override { return machine; }
  OwnProgram Program() override { return program; }

  std::vector<int> processors = {0};
  uint64_t memory = 0;
  std::string kernel;
  std::string machine;
  OwnProgram program;
};

// A tree that a test fills.
class LinuxMachineFactsTest : public testing::Test {
 protected:
  LinuxMachineFactsTest()
      : root_(testing::TempDir() + "/" +
              testing::UnitTest::GetInstance()->current_test_info()->name()) {}

  void Write(const std::string& path, const std::string& text) {
    const std::filesystem::path whole = root_ + path;
    std::filesystem::create_directories(whole.parent_path());
    std::ofstream(whole) << text;
  }

  v1::MachineFacts Read() {
    const absl::StatusOr<v1::MachineFacts> facts = LinuxMachineFacts(root_, &calls_).Read();
    EXPECT_TRUE(facts.ok()) << facts.status();
    return facts.value_or(v1::MachineFacts());
  }

  const std::string root_;
  FakeSystemCalls calls_;
};

TEST(LinuxMachineFacts, ReadsAnX64VirtualMachine) {
  FakeSystemCalls calls;
  calls.processors = {0, 1, 2, 3};
  calls.memory = 16ull << 30;
  calls.kernel = "6.1.0-18-amd64";
  calls.machine = "x86_64";
  const auto facts = LinuxMachineFacts("runners/machine/testdata/x64_vm", &calls).Read();
  ASSERT_TRUE(facts.ok()) << facts.status();
  v1::MachineFacts expected;
  expected.set_platform("linux-x64");
  expected.set_processor_model("AMD EPYC 7763 64-Core Processor");
  expected.set_logical_cpus(4);
  expected.set_physical_cores(2);
  expected.set_memory_bytes(16ull << 30);
  expected.set_os("Debian GNU/Linux 12 (bookworm)");
  expected.set_kernel("6.1.0-18-amd64");
  expected.set_smt(v1::ON);
  expected.set_aslr(v1::ON);
  expected.set_virtualised(v1::ON);
  expected.set_microcode("0xa0011d1");
  EXPECT_TRUE(MessageDifferencer::Equals(*facts, expected)) << facts->DebugString();
}

TEST(LinuxMachineFacts, ReadsAnArm64Board) {
  FakeSystemCalls calls;
  calls.processors = {0, 1, 2, 3, 4, 5};
  calls.memory = 4ull << 30;
  calls.kernel = "5.10.110-rk";
  calls.machine = "aarch64";
  const auto facts = LinuxMachineFacts("runners/machine/testdata/arm64_board", &calls).Read();
  ASSERT_TRUE(facts.ok()) << facts.status();
  v1::MachineFacts expected;
  expected.set_platform("linux-arm64");
  expected.set_processor_model("Arm Cortex-A55 + Arm Cortex-A76");
  expected.set_logical_cpus(6);
  expected.set_physical_cores(6);
  expected.set_memory_bytes(4ull << 30);
  expected.set_os("Debian GNU/Linux 12 (bookworm)");
  expected.set_kernel("5.10.110-rk");
  expected.set_governor("performance");
  expected.set_turbo(v1::OFF);
  expected.set_smt(v1::OFF);
  expected.set_aslr(v1::OFF);
  expected.set_virtualised(v1::OFF);
  EXPECT_TRUE(MessageDifferencer::Equals(*facts, expected)) << facts->DebugString();
}

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

TEST_F(LinuxMachineFactsTest, DmiOfHardwareMeansNotVirtualised) {
  Write("/sys/class/dmi/id/sys_vendor", "Dell Inc.\n");
  Write("/sys/class/dmi/id/product_name", "PowerEdge R650\n");
  EXPECT_EQ(Read().virtualised(), v1::OFF);
  Write("/sys/class/dmi/id/product_name", "KVM Virtual Machine\n");
  EXPECT_EQ(Read().virtualised(), v1::ON);
}

TEST_F(LinuxMachineFactsTest, ACloudThatHasBothKindsIsUnknown) {
  Write("/sys/class/dmi/id/sys_vendor", "Amazon EC2\n");
  Write("/sys/class/dmi/id/product_name", "m7g.large\n");
  EXPECT_EQ(Read().virtualised(), v1::UNKNOWN);
}

TEST_F(LinuxMachineFactsTest, DeviceTreeOfAGuestMeansVirtualised) {
  Write("/proc/device-tree/compatible", std::string("linux,dummy-virt\0", 17));
  EXPECT_EQ(Read().virtualised(), v1::ON);
}

TEST_F(LinuxMachineFactsTest, AnUnknownKindOfProcessorHasNoPlatform) {
  calls_.machine = "riscv64";
  EXPECT_EQ(Read().platform(), "");
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
}

}  // namespace
}  // namespace benchcell
