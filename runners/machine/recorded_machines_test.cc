// Whole machines: trees under testdata, made by hand after what such machines show, and the facts
// that are to be read from each.

#include <elf.h>

#include <memory>

#include "google/protobuf/util/message_differencer.h"
#include "gtest/gtest.h"
#include "runners/machine/known_classes.h"
#include "runners/machine/linux_machine_facts.h"
#include "runners/machine/nearest_machine.h"
#include "runners/machine/small_file.h"
#include "runners/machine/testing.h"

namespace benchcell {
namespace {

constexpr uint64_t kGiB = uint64_t{1} << 30;

struct Recorded {
  const char* tree;
  std::vector<int> processors;
  uint64_t memory;
  const char* kernel;
  uint16_t elf_machine;
};

const Recorded kMachines[] = {
    {"x64_vm", {0, 1, 2, 3}, 16 * kGiB, "6.1.0-18-amd64", EM_X86_64},
    {"arm64_board", {0, 1, 2, 3, 4, 5}, 4 * kGiB, "5.10.110-rk", EM_AARCH64},
    {"raspberry_pi5", {0, 1, 2, 3}, 8 * kGiB - (50 << 20), "6.6.31-rpi", EM_AARCH64},
    // Four of its 80 processors may be used.
    {"ampere_altra", {8, 9, 10, 11}, 128 * kGiB, "6.8.0-45-generic", EM_AARCH64},
    {"intel_hybrid", {0, 1, 2, 3, 4, 5, 6, 7}, 16 * kGiB, "6.11.4-301.fc41.x86_64", EM_X86_64},
};

std::string Path(const std::string& tree) { return "runners/machine/testdata/" + tree; }

v1::MachineFacts Expected(const std::string& tree) {
  return FactsFrom(ReadSmallFile(Path(tree) + "/facts.textproto").value_or("no such file"));
}

v1::MachineFacts Read(const Recorded& machine) {
  FakeSystemCalls calls;
  calls.processors = machine.processors;
  calls.memory = machine.memory;
  calls.kernel = machine.kernel;
  calls.machine = machine.elf_machine == EM_X86_64 ? "x86_64" : "aarch64";
  calls.program = NativeProgram(machine.elf_machine);
  const auto facts = LinuxMachineFacts(Path(machine.tree), &calls).Read();
  EXPECT_TRUE(facts.ok()) << facts.status();
  return facts.value_or(v1::MachineFacts());
}

void ExpectEqual(const v1::MachineFacts& facts, const v1::MachineFacts& expected) {
  EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(facts, expected))
      << facts.DebugString();
}

TEST(RecordedMachines, FactsAreThoseOfEachMachine) {
  for (const Recorded& machine : kMachines) {
    SCOPED_TRACE(machine.tree);
    ExpectEqual(Read(machine), Expected(machine.tree));
  }
}

TEST(RecordedMachines, WithinOneKindOfCoresAllAreAlike) {
  Recorded machine = kMachines[4];
  machine.processors = {0, 1, 2, 3};
  v1::MachineFacts expected = Expected("intel_hybrid");
  expected.set_logical_cpus(4);
  expected.set_physical_cores(2);
  expected.clear_core_kind();
  ExpectEqual(Read(machine), expected);
}

std::vector<NamedMachine> Lab() {
  std::vector<NamedMachine> lab = {{"m4_pro", Expected("m4_pro")}};
  for (const Recorded& machine : kMachines) {
    lab.push_back({machine.tree, Expected(machine.tree)});
  }
  return lab;
}

TEST(RecordedMachines, TheLabHasOneOfTwoClasses) {
  EXPECT_TRUE(CheckAnyOfClass(*FindClass("apple-m4-pro"), Lab()).ok());
  const auto arm = Nearest(*FindClass("linux-arm64"), Lab());
  EXPECT_EQ(arm[0].name, "ampere_altra");
  EXPECT_EQ(arm[0].lacks.size(), 0);
  EXPECT_EQ(arm[1].name, "raspberry_pi5");
}

TEST(RecordedMachines, TheRefusalTellsHowToGetTheThird) {
  const absl::Status status = CheckAnyOfClass(*FindClass("linux-x64"), Lab());
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(std::string(status.message()) + "\n",
            ReadSmallFile(Path("refusal_linux_x64.txt")).value_or("no such file"));
}

}  // namespace
}  // namespace benchcell
