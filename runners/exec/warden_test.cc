// The warden by itself, over its channel.

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "gtest/gtest.h"
#include "runners/base/cloexec.h"
#include "runners/exec/launch_warden.h"
#include "runners/exec/unique_fd.h"
#include "runners/exec/warden_order.h"
#include "runners/exec/warden_report.h"

namespace benchcell {
namespace {

class WardenTest : public testing::Test {
 protected:
  // Asks a warden to run the program in `directory`.
  WardenReport Report(const std::string& directory, const std::string& cgroup_procs,
                      const std::vector<std::string>& program, bool hang_up = false) {
    WardenOrder order;
    order.working_directory = directory;
    order.cgroup_procs = cgroup_procs;
    std::vector<std::string> arguments = ToArguments(order);
    arguments.insert(arguments.end(), program.begin(), program.end());
    return Report(arguments, hang_up);
  }

  // Starts a warden with these arguments and reads its report. `hang_up`: at once, before the end.
  WardenReport Report(std::vector<std::string> arguments, bool hang_up = false) {
    int ends[2];
    EXPECT_EQ(ClosedOnExecSocketPair(ends), 0);
    const UniqueFd channel(ends[0]);
    UniqueFd other(ends[1]);
    const UniqueFd null(open("/dev/null", O_RDWR | O_CLOEXEC));
    WardenLaunch launch;
    launch.program = std::filesystem::absolute(std::getenv("WARDEN")).string();
    launch.arguments = std::move(arguments);
    launch.files = {null.get(), null.get(), null.get(), other.get()};
    auto warden = LaunchWarden(launch);
    EXPECT_TRUE(warden.ok()) << warden.status();
    other.Reset();
    if (hang_up) shutdown(channel.get(), SHUT_WR);
    WardenReport report;
    EXPECT_EQ(recv(channel.get(), &report, sizeof(report), MSG_WAITALL),
              static_cast<ssize_t>(sizeof(report)));
    how_ = (*warden)->Wait();
    return report;
  }

  std::string how_;
};

TEST_F(WardenTest, ReportsTheEnd) {
  const WardenReport report = Report("/", "", {"/bin/sh", "-c", "exit 4"});
  EXPECT_EQ(report.failed_step, WardenStep::kNone);
  EXPECT_EQ(WEXITSTATUS(report.wait_status), 4);
  EXPECT_GT(report.wall_ns, 0);
  EXPECT_FALSE(report.in_cgroup);
  EXPECT_EQ(how_, "exit code 0");
}

TEST_F(WardenTest, JoinsTheCgroupBeforeTheStart) {
  const std::string procs = testing::TempDir() + "/cgroup.procs";
  std::ofstream(procs).flush();
  // The program sees that it was written before.
  const WardenReport report =
      Report("/", procs, {"/bin/sh", "-c", "read x < " + procs + "; exit $((x + 40))"});
  EXPECT_TRUE(report.in_cgroup);
  std::ostringstream written;
  written << std::ifstream(procs).rdbuf();
  EXPECT_EQ(written.str(), "0");
  EXPECT_EQ(WEXITSTATUS(report.wait_status), 40);
}

TEST_F(WardenTest, EndsTheRunWhenTheOtherEndHangsUp) {
  const WardenReport report = Report("/", "", {"/bin/sleep", "1000"}, /*hang_up=*/true);
  EXPECT_TRUE(report.peer_gone);
  EXPECT_EQ(WTERMSIG(report.wait_status), SIGKILL);
}

TEST_F(WardenTest, NamesTheStepThatFailed) {
  const WardenReport folder = Report("/no/such/folder", "", {"/bin/true"});
  EXPECT_EQ(folder.failed_step, WardenStep::kWorkingDirectory);
  EXPECT_EQ(folder.error, ENOENT);
  const WardenReport program = Report("/", "", {"/etc"});
  EXPECT_EQ(program.failed_step, WardenStep::kExec);
  EXPECT_EQ(program.error, EACCES);
}

TEST_F(WardenTest, NamesANetworkThatCantBeEntered) {
  WardenOrder order;
  order.working_directory = "/";
  // Nothing was handed over.
  order.network = WardenNetwork::kNamespace;
  std::vector<std::string> arguments = ToArguments(order);
  arguments.push_back("/bin/true");
  EXPECT_EQ(Report(arguments).failed_step, WardenStep::kNetwork);
}

TEST_F(WardenTest, RefusesTooFewArguments) {
  EXPECT_EQ(Report("/", "", {}).failed_step, WardenStep::kArguments);
  EXPECT_EQ(how_, "exit code 2");
}

}  // namespace
}  // namespace benchcell
