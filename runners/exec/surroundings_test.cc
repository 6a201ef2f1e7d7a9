// What a program finds around it, whoever runs the agent and from whatever shell.

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <map>

#include "gmock/gmock.h"
#include "runners/exec/runner_fixture.h"

namespace benchcell {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

class SurroundingsTest : public RunnerFixture {
 protected:
  std::map<std::string, std::string> Found(const ProcessSpec& spec) {
    const auto result = Run(spec);
    EXPECT_TRUE(result.ok()) << result.status();
    if (result.ok()) isolation_ = result->isolation;
    std::map<std::string, std::string> found;
    std::ifstream file(spec.stdout_file);
    for (std::string name, value; file >> name && std::getline(file >> std::ws, value);) {
      found[name] = value;
    }
    return found;
  }

  std::map<std::string, std::string> Found() { return Found(ProbeSpec({"surroundings"})); }

  v1::Isolation isolation_;
};

TEST_F(SurroundingsTest, TheUmaskIsFixed) {
  const mode_t before = umask(077);
  EXPECT_EQ(Found()["umask"], "022");
  umask(before);
}

TEST_F(SurroundingsTest, TheProgramLeadsAGroup) { EXPECT_EQ(Found()["group"], "own"); }

TEST_F(SurroundingsTest, TheProgramHasNoTerminalEvenIfTheAgentHas) {
  // In a session of its own, which can get a terminal.
  const pid_t child = fork();
  if (child == 0) {
    setsid();
    const int other_end = posix_openpt(O_RDWR);
    if (other_end < 0 || grantpt(other_end) != 0 || unlockpt(other_end) != 0) _exit(9);
    const int terminal = open(ptsname(other_end), O_RDWR);
    if (terminal < 0 || ioctl(terminal, TIOCSCTTY, 0) != 0) _exit(9);
    const std::string found = Found()["terminal"];
    // The agent keeps it.
    const bool kept = open("/dev/tty", O_RDWR) >= 0;
    _exit(found == "none" && kept ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  if (WEXITSTATUS(status) == 9) GTEST_SKIP() << "this system gives no terminals";
  EXPECT_EQ(status, 0);
}

TEST_F(SurroundingsTest, NoCoreIsDumpedAndTheStackIsTheUsual) {
  std::map<std::string, std::string> found = Found();
  EXPECT_EQ(found["core"], "0 0");
  EXPECT_THAT(found["stack"], testing::StartsWith("8388608 "));
}

TEST_F(SurroundingsTest, DescriptorsAndSizesOfFilesAreThoseOfTheLimits) {
  ProcessSpec spec = ProbeSpec({"surroundings"});
  spec.limits.open_files = 100;
  spec.limits.file_bytes = 123'456'789;
  std::map<std::string, std::string> found = Found(spec);
  EXPECT_EQ(found["files"], "100 100");
  EXPECT_EQ(found["file-size"], "123456789 123456789");
}

TEST_F(SurroundingsTest, AMachineThatAllowsFewerDescriptorsIsTold) {
  if (geteuid() == 0) GTEST_SKIP() << "root is allowed any number";
  rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  ProcessSpec spec = ProbeSpec({"surroundings"});
  spec.limits.open_files = static_cast<int64_t>(limit.rlim_max) + 1;
  const std::string most = std::to_string(limit.rlim_max);
  EXPECT_EQ(Found(spec)["files"], most + " " + most);
  EXPECT_THAT(isolation_.shortfall(), Contains(HasSubstr("open files")));
}

TEST_F(SurroundingsTest, TheNiceValueIsNoneOrTold) {
  std::map<std::string, std::string> found = Found();
  EXPECT_EQ(found["nice"], std::to_string(std::max(0, getpriority(PRIO_PROCESS, 0))))
      << "this test is started with none, or is ahead of others";
  // In a process of its own, since a nice value can't be taken back.
  const pid_t child = fork();
  if (child == 0) {
    setpriority(PRIO_PROCESS, 0, 7);
    const std::string nice = Found()["nice"];
    const bool told = testing::Value(isolation_.shortfall(), Contains(HasSubstr("nice value: 7")));
    _exit(nice == "0" && !told ? 0 : nice == "7" && told ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST_F(SurroundingsTest, TheKernelEndsARunBeforeTheAgent) {
  EXPECT_GE(std::stoi(Found()["oom"]), 500);
}

}  // namespace
}  // namespace benchcell
