// Programs that report over a descriptor that they inherit.

#include <unistd.h>

#include "gmock/gmock.h"
#include "runners/exec/runner_fixture.h"

namespace benchcell {
namespace {

using ::testing::HasSubstr;

class ChannelTest : public RunnerFixture {
 protected:
  ProcessSpec Shell(const std::string& script) const { return WithChannel(Spec(Argv(script))); }

  ProcessSpec WithChannel(ProcessSpec spec) const {
    spec.channel_file = directory_ + "/reports";
    spec.channel_variable = "REPORT_FD";
    spec.environment.push_back("PATH=/usr/bin:/bin");
    return spec;
  }

  static std::vector<std::string> Argv(const std::string& script) {
    return {"/bin/sh", "-c", script};
  }

  std::string Reports() const { return Read(directory_ + "/reports"); }
};

TEST_F(ChannelTest, KeepsWhatTheProgramSendsApartFromItsOutput) {
  const auto result = Run(Shell("echo stray; echo report >&$REPORT_FD; exit 7"));
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->exit.code(), 7);
  EXPECT_EQ(Reports(), "report\n");
  EXPECT_EQ(Read(directory_ + "/stdout"), "stray\n");
}

TEST_F(ChannelTest, TheProgramHasNoOtherDescriptorThanItsEnd) {
  const auto result = Run(WithChannel(ProbeSpec({"fds"})));
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(Read(directory_ + "/stdout"), "0\n1\n2\n3\n");
}

TEST_F(ChannelTest, TakesMoreThanASocketHolds) {
  const auto result =
      Run(Shell("yes 0123456789abcde | head -c 1048576 >&$REPORT_FD && echo whole"));
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(Read(directory_ + "/stdout"), "whole\n");
  const std::string reports = Reports();
  ASSERT_EQ(reports.size(), 1048576u);
  for (size_t i = 0; i < reports.size(); i += 16) {
    ASSERT_EQ(reports.compare(i, 16, "0123456789abcde\n"), 0) << "at byte " << i;
  }
}

TEST_F(ChannelTest, AProgramMayCloseItAndGoOn) {
  const auto result = Run(Shell("echo first >&3; exec 3>&-; echo later; exit 5"));
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->exit.code(), 5);
  EXPECT_EQ(Reports(), "first\n");
  EXPECT_EQ(Read(directory_ + "/stdout"), "later\n");
}

TEST_F(ChannelTest, KeepsWhatAGrandchildSentBeforeItWasEnded) {
  // The program closes its own end and leaves as soon as the grandchild has sent something.
  const auto result = Run(Shell("(setsid sh -c 'echo from below >&3; echo $$ >>" + PidFile() +
                                "; exec sleep 1000' &)\n" + "exec 3>&-; while ! test -s " +
                                PidFile() + "; do sleep 0.01; done"));
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->exit.code(), 0);
  EXPECT_EQ(Reports(), "from below\n");
  for (const pid_t pid : AwaitPids(1)) EXPECT_TRUE(IsGone(pid)) << pid;
}

TEST_F(ChannelTest, KeepsWhatCameBeforeATimeout) {
  ProcessSpec spec = Shell("echo alive >&3; exec sleep 1000");
  spec.timeout = absl::Milliseconds(300);
  const auto result = Run(spec);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_TRUE(result->exit.timed_out());
  EXPECT_EQ(Reports(), "alive\n");
}

TEST_F(ChannelTest, AFloodNeitherStopsTheTimeoutNorLeavesAnything) {
  ProcessSpec spec = Shell("echo $$ >>" + PidFile() + "; exec yes >&3");
  // More than can come in the time.
  spec.limits.output_bytes = spec.limits.file_bytes = int64_t{1} << 40;
  spec.timeout = absl::Milliseconds(100);
  const auto result = Run(spec);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_TRUE(result->exit.timed_out());
  EXPECT_THAT(Reports(), HasSubstr("y\ny\n"));
  for (const pid_t pid : AwaitPids(1)) EXPECT_TRUE(IsGone(pid)) << pid;
}

TEST_F(ChannelTest, ReplacesTheFileAndLeavesItEmptyIfNothingIsSent) {
  const ProcessSpec spec = Shell("true");
  std::ofstream(spec.channel_file) << "of an earlier run\n";
  ASSERT_TRUE(Run(spec).ok());
  EXPECT_EQ(Reports(), "");
}

TEST_F(ChannelTest, AFullDiskIsNamedAndTheProgramIsNotHeldUp) {
  ProcessSpec spec = Shell("head -c 1048576 /dev/zero >&3 && echo whole");
  spec.channel_file = "/dev/full";
  const absl::Status status = Run(spec).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("can't write /dev/full"));
  EXPECT_EQ(Read(directory_ + "/stdout"), "whole\n");
}

TEST_F(ChannelTest, AFileThatCannotBeOpenedIsNamed) {
  ProcessSpec spec = Shell("true");
  spec.channel_file = "/no/such/folder/reports";
  const absl::Status status = Run(spec).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()), HasSubstr("/no/such/folder/reports"));
}

TEST_F(ChannelTest, AProgramThatIsMissingIsStillNamed) {
  const absl::Status status = Run(WithChannel(Spec({"/no/such/program"}))).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kAborted) << status;
}

TEST_F(ChannelTest, LeavesNoDescriptorBehind) {
  const auto count = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
  };
  ASSERT_TRUE(Run(Shell("echo >&3")).ok());
  const auto before = count();
  ASSERT_TRUE(Run(Shell("echo >&3")).ok());
  EXPECT_EQ(count(), before);
}

}  // namespace
}  // namespace benchcell
