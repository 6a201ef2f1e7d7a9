#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <boost/asio/io_context.hpp>

#include "gtest/gtest.h"
#include "runners/exec/launch_initializers.h"
#include "runners/exec/vfork_launcher.h"

namespace benchcell {
namespace {

// Fails in the child, before its exec.
struct FailingInitializer {
  LaunchError on_exec_setup(Launcher&, const LaunchPath&, const char* const*) {
    return LaunchError(EDOM, boost::process::v2::system_category());
  }
};

class VforkLauncherTest : public testing::Test {
 protected:
  // Exit code of `sh -c script`, or -1 with error_.
  template <typename... Initializers>
  int Shell(const std::string& script, Initializers&&... initializers) {
    boost::asio::io_context context;
    const std::vector<std::string> arguments = {"-c", script};
    auto process = VforkLauncher()(context.get_executor(), error_, "/bin/sh", arguments,
                                   std::forward<Initializers>(initializers)...);
    if (error_) return -1;
    LaunchError wait_error;
    return process.wait(wait_error);
  }

  LaunchError error_;
};

TEST_F(VforkLauncherTest, RunsAProgramWithItsArguments) {
  EXPECT_EQ(Shell("exit 5"), 5);
  EXPECT_FALSE(error_);
}

TEST_F(VforkLauncherTest, TellsThatTheProgramIsMissingAndLeavesNoChild) {
  boost::asio::io_context context;
  const auto process = VforkLauncher()(context.get_executor(), error_, "/no/such/program",
                                       std::vector<std::string>());
  EXPECT_EQ(error_.value(), ENOENT);
  EXPECT_FALSE(process.is_open());
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST_F(VforkLauncherTest, TellsTheErrorOfAnInitializerInTheChild) {
  Shell("exit 0", FailingInitializer());
  EXPECT_EQ(error_.value(), EDOM);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
}

TEST_F(VforkLauncherTest, OwnProcessGroupMakesTheChildALeader) {
  // Fields of /proc/PID/stat: 1 is the process, 5 its group.
  EXPECT_EQ(Shell("read p c s pp g r < /proc/$$/stat; test $g = $$", OwnProcessGroup()), 0);
  EXPECT_EQ(Shell("read p c s pp g r < /proc/$$/stat; test $g = $$"), 1);
}

TEST_F(VforkLauncherTest, ExactEnvironmentGivesNothingElse) {
  setenv("LEAK", "1", 1);
  EXPECT_EQ(Shell("test \"$A$LEAK\" = b", ExactEnvironment({"A=b"})), 0);
  EXPECT_EQ(Shell("test \"$LEAK\" = 1"), 0);
}

TEST_F(VforkLauncherTest, OnlyDescriptorsRefusesOneThatIsNotOpen) {
  Shell("exit 0", OnlyDescriptors{{999}});
  EXPECT_EQ(error_.value(), EBADF);
}

std::atomic<int> handled = 0;

// In the child, handlers would run in the memory of this process.
TEST_F(VforkLauncherTest, TheCallersSignalMaskAndHandlersStay) {
  const auto handler = +[](int) { ++handled; };
  signal(SIGUSR1, handler);
  sigset_t before;
  pthread_sigmask(SIG_BLOCK, nullptr, &before);
  EXPECT_EQ(Shell("kill -USR1 $$", DefaultSignals()), SIGUSR1);
  EXPECT_EQ(handled, 0);
  raise(SIGUSR1);
  EXPECT_EQ(handled, 1);
  signal(SIGUSR1, SIG_DFL);
  sigset_t after;
  pthread_sigmask(SIG_BLOCK, nullptr, &after);
  for (int number = 1; number < NSIG; ++number) {
    EXPECT_EQ(sigismember(&before, number), sigismember(&after, number)) << number;
  }
}

}  // namespace
}  // namespace benchcell
