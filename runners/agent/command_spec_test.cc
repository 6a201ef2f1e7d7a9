#include "runners/agent/command_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace benchcell {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kScope[] = "0123456789abcdef";

v1::Command Command() {
  v1::Command command;
  command.add_argument("bin/tool");
  command.add_argument("{dir}/x");
  command.mutable_timeout()->set_seconds(7);
  return command;
}

TEST(SpecOf, NamesTheProgramAndItsDirectoryInFull) {
  v1::Command command = Command();
  command.set_working_directory("app");
  const auto spec = SpecOf(command, "/d", kScope);
  ASSERT_TRUE(spec.ok()) << spec.status();
  EXPECT_THAT(spec->argv, ElementsAre("/d/bin/tool", "/d/x"));
  EXPECT_EQ(spec->working_directory, "/d/app");
  EXPECT_EQ(spec->timeout, absl::Seconds(7));
  EXPECT_EQ(spec->scope, kScope);
}

TEST(SpecOf, RefusesWhatLeavesTheDirectoryAndWhatNamesNoProgram) {
  v1::Command command = Command();
  command.set_working_directory("../x");
  EXPECT_EQ(SpecOf(command, "/d", kScope).status().code(), absl::StatusCode::kInvalidArgument);
  command = Command();
  command.set_argument(0, "../tool");
  EXPECT_EQ(SpecOf(command, "/d", kScope).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(SpecOf(v1::Command(), "/d", kScope).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(SpecOf, TheNetworkOfTheMachineIsForWhoAsksForIt) {
  v1::Command command = Command();
  EXPECT_FALSE(SpecOf(command, "/d", kScope)->network);
  command.set_network(true);
  EXPECT_TRUE(SpecOf(command, "/d", kScope)->network);
}

TEST(SpecOf, LimitsThatAreNotToldAreThoseOfTheSchema) {
  const ProcessLimits limits = SpecOf(Command(), "/d", kScope)->limits;
  EXPECT_EQ(limits.output_bytes, 64 << 20);
  EXPECT_EQ(limits.file_bytes, 4294967296);
  EXPECT_EQ(limits.disk_bytes, 17179869184);
  EXPECT_EQ(limits.open_files, 65536);
  EXPECT_EQ(limits.processes, 4096);
  EXPECT_EQ(limits.memory_bytes, 0);
}

TEST(SpecOf, TakesTheLimitsOfTheCommand) {
  v1::Command command = Command();
  v1::Limits& asked = *command.mutable_limits();
  asked.set_file_bytes(1000);
  EXPECT_EQ(SpecOf(command, "/d", kScope)->limits.output_bytes, 1000) << "not above file_bytes";
  asked.set_output_bytes(10);
  asked.set_disk_bytes(std::numeric_limits<uint64_t>::max());
  asked.set_open_files(30);
  asked.set_processes(40);
  asked.set_memory_bytes(50);
  const ProcessLimits limits = SpecOf(command, "/d", kScope)->limits;
  EXPECT_EQ(limits.output_bytes, 10);
  EXPECT_EQ(limits.file_bytes, 1000);
  EXPECT_EQ(limits.disk_bytes, std::numeric_limits<int64_t>::max());
  EXPECT_EQ(limits.open_files, 30);
  EXPECT_EQ(limits.processes, 40);
  EXPECT_EQ(limits.memory_bytes, 50);
}

TEST(OveruseOf, NothingIsSaidOfACommandThatKeptItsLimits) {
  v1::Exit exit;
  exit.set_code(1);
  EXPECT_FALSE(OveruseOf(Command(), exit).has_value());
}

TEST(OveruseOf, ATimeoutIsOne) {
  v1::Exit exit;
  exit.set_timed_out(true);
  EXPECT_EQ(OveruseOf(Command(), exit)->status, v1::TIMEOUT);
  EXPECT_THAT(OveruseOf(Command(), exit)->message, HasSubstr("killed after 7 s"));
}

TEST(OveruseOf, NamesTheLimitAndItsField) {
  v1::Command command = Command();
  command.mutable_limits()->set_processes(40);
  command.mutable_limits()->set_memory_bytes(50);
  v1::Exit exit;
  for (const auto& [limit, words] :
       {std::pair{v1::Exit::OUTPUT, "67108864 bytes (output_bytes)"},
        std::pair{v1::Exit::FILE_SIZE, "4294967296 bytes (file_bytes)"},
        std::pair{v1::Exit::DISK, "17179869184 bytes (disk_bytes)"},
        std::pair{v1::Exit::PROCESSES, "40 processes and threads (processes)"},
        std::pair{v1::Exit::MEMORY, "50 bytes of memory (memory_bytes)"}}) {
    exit.set_limit(limit);
    EXPECT_EQ(OveruseOf(command, exit)->status, v1::GENUINE_FAILURE);
    EXPECT_THAT(OveruseOf(command, exit)->message, HasSubstr(words));
  }
}

}  // namespace
}  // namespace benchcell
