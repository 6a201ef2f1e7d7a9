// What a run may use, and how it ends beyond that.

#include "gmock/gmock.h"
#include "runners/exec/runner_fixture.h"

namespace benchcell {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr int64_t kMiB = 1 << 20;

class LimitsTest : public RunnerFixture {
 protected:
  ProcessSpec Shell(const std::string& script) const {
    ProcessSpec spec = Spec({"/bin/sh", "-c", script});
    spec.environment = {"PATH=/usr/bin:/bin"};
    return spec;
  }

  ProcessResult Result(const ProcessSpec& spec) {
    const auto result = Run(spec);
    EXPECT_TRUE(result.ok()) << result.status();
    return result.value_or(ProcessResult());
  }

  uintmax_t SizeOf(const std::string& name) const {
    return std::filesystem::file_size(directory_ + "/" + name);
  }
};

TEST_F(LimitsTest, AProgramThatKeepsThemHitsNone) {
  ProcessSpec spec = Shell("head -c 1048576 /dev/zero; head -c 1048576 /dev/zero >&2");
  spec.limits.output_bytes = spec.limits.file_bytes = kMiB;
  const ProcessResult result = Result(spec);
  EXPECT_EQ(result.exit.code(), 0);
  EXPECT_EQ(result.exit.limit(), v1::Exit::NONE);
  EXPECT_EQ(SizeOf("stdout"), static_cast<uintmax_t>(kMiB));
}

TEST_F(LimitsTest, TooMuchOutputOfAProgramThatHasEndedIsCutAndTold) {
  for (const char* const script : {"head -c 1048577 /dev/zero", "head -c 1048577 /dev/zero >&2"}) {
    ProcessSpec spec = Shell(script);
    spec.limits.output_bytes = kMiB;
    const ProcessResult result = Result(spec);
    EXPECT_EQ(result.exit.limit(), v1::Exit::OUTPUT) << script;
    EXPECT_EQ(std::max(SizeOf("stdout"), SizeOf("stderr")), static_cast<uintmax_t>(kMiB));
  }
}

TEST_F(LimitsTest, TooMuchOutputEndsAProgramThatGoesOn) {
  ProcessSpec spec = Shell("head -c 1048577 /dev/zero; exec sleep 1000");
  spec.limits.output_bytes = kMiB;
  const ProcessResult result = Result(spec);
  EXPECT_EQ(result.exit.limit(), v1::Exit::OUTPUT);
  EXPECT_EQ(result.exit.signal(), SIGKILL);
  EXPECT_FALSE(result.exit.timed_out());
  EXPECT_EQ(SizeOf("stdout"), static_cast<uintmax_t>(kMiB));
}

TEST_F(LimitsTest, AFloodOfOutputIsStoppedByTheLimitOfFiles) {
  ProcessSpec spec = Shell("exec yes");
  spec.limits.output_bytes = kMiB;
  spec.limits.file_bytes = 2 * kMiB;
  const ProcessResult result = Result(spec);
  EXPECT_EQ(result.exit.limit(), v1::Exit::OUTPUT);
  EXPECT_EQ(SizeOf("stdout"), static_cast<uintmax_t>(kMiB));
}

TEST_F(LimitsTest, AFullChannelEndsTheRunAtOnce) {
  ProcessSpec spec = Shell("head -c 2000000 /dev/zero >&3; exec sleep 1000");
  spec.channel_file = directory_ + "/reports";
  spec.channel_variable = "REPORT_FD";
  spec.limits.output_bytes = kMiB;
  spec.timeout = absl::InfiniteDuration();
  const ProcessResult result = Result(spec);
  EXPECT_EQ(result.exit.limit(), v1::Exit::OUTPUT);
  EXPECT_EQ(result.exit.signal(), SIGKILL);
  EXPECT_EQ(SizeOf("reports"), static_cast<uintmax_t>(kMiB));
}

TEST_F(LimitsTest, WhoWritesTooLargeAFileIsKilled) {
  ProcessSpec spec = Shell("exec head -c 3000000 /dev/zero >large");
  spec.limits.output_bytes = kMiB;
  spec.limits.file_bytes = 2 * kMiB;
  const ProcessResult result = Result(spec);
  EXPECT_EQ(result.exit.limit(), v1::Exit::FILE_SIZE);
  EXPECT_EQ(result.exit.signal(), SIGXFSZ);
  EXPECT_EQ(SizeOf("large"), static_cast<uintmax_t>(2 * kMiB));
}

TEST_F(LimitsTest, AHugeFileOfNothingIsNoWayAround) {
  ProcessSpec spec = Shell("exec truncate -s 100G sparse");
  const ProcessResult result = Result(spec);
  EXPECT_EQ(result.exit.limit(), v1::Exit::FILE_SIZE);
}

// Writes on and on, since others may make room on the same disk meanwhile.
TEST_F(LimitsTest, FillingTheDiskWithManyFilesEndsTheRun) {
  ProcessSpec spec = Shell(
      "for i in 0 1 2 3 4 5 6 7 8 9; do for j in 0 1 2 3; do head -c 67108864 /dev/zero >f$i$j; "
      "sleep 0.2; done; done; exec sleep 1000");
  spec.limits.disk_bytes = 128 * kMiB;
  const ProcessResult result = Result(spec);
  EXPECT_EQ(result.exit.limit(), v1::Exit::DISK);
  EXPECT_EQ(result.exit.signal(), SIGKILL);
  std::filesystem::remove_all(directory_);
}

TEST_F(LimitsTest, NoMoreProcessesThanAllowed) {
  ProcessSpec spec = ProbeSpec({"processes", "40"});
  spec.limits.processes = 20;
  const ProcessResult result = Result(spec);
  if (testing::Value(result.isolation.shortfall(), Contains(HasSubstr("processes: ")))) {
    EXPECT_EQ(result.exit.limit(), v1::Exit::PROCESSES);
    EXPECT_EQ(result.exit.signal(), SIGKILL);
  } else {
    EXPECT_EQ(result.exit.code(), 4) << "a process was refused";
  }
}

TEST_F(LimitsTest, NoMoreMemoryForAProcessThanAllowed) {
  ProcessSpec spec = ProbeSpec({"memory", "256", "1"});
  spec.limits.memory_bytes = 64 * kMiB;
  const ProcessResult result = Result(spec);
  EXPECT_EQ(result.exit.code(), 5);
  EXPECT_THAT(result.isolation.shortfall(), Contains(HasSubstr("memory: ")));
}

TEST_F(LimitsTest, NoMoreMemoryForTheTreeThanAllowed) {
  ProcessSpec spec = ProbeSpec({"memory", "32", "4"});
  spec.limits.memory_bytes = 64 * kMiB;
  const ProcessResult result = Result(spec);
  EXPECT_EQ(result.exit.limit(), v1::Exit::MEMORY);
  EXPECT_EQ(result.exit.signal(), SIGKILL);
}

TEST_F(LimitsTest, WithoutALimitOfMemoryNoneIsHeld) {
  const ProcessResult result = Result(ProbeSpec({"exit", "0"}));
  EXPECT_THAT(result.isolation.shortfall(), Not(Contains(HasSubstr("memory: "))));
}

}  // namespace
}  // namespace benchcell
