#include "runners/plugins/sigpipe_guard.h"

#include <signal.h>
#include <unistd.h>

#include <cerrno>

#include "gtest/gtest.h"

namespace benchcell {
namespace {

// Writes to a pipe that nobody reads; the error number.
int WriteToNobody() {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  close(ends[0]);
  const ssize_t written = write(ends[1], "x", 1);
  const int error = written < 0 ? errno : 0;
  close(ends[1]);
  return error;
}

bool Blocked() {
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  return sigismember(&mask, SIGPIPE) == 1;
}

TEST(SigpipeGuardTest, TheProgramLivesAndNothingIsLeftPending) {
  signal(SIGPIPE, SIG_DFL);
  {
    const SigpipeGuard guard;
    EXPECT_EQ(WriteToNobody(), EPIPE);
    EXPECT_EQ(WriteToNobody(), EPIPE);
  }
  // A pending signal would have ended the program when the guard did.
  EXPECT_FALSE(Blocked());
}

TEST(SigpipeGuardTest, GuardsNest) {
  const SigpipeGuard outer;
  { const SigpipeGuard inner; }
  EXPECT_TRUE(Blocked());
  EXPECT_EQ(WriteToNobody(), EPIPE);
}

TEST(SigpipeGuardTest, WithoutItTheProgramDies) {
  EXPECT_EXIT(
      {
        signal(SIGPIPE, SIG_DFL);
        WriteToNobody();
        _exit(0);
      },
      ::testing::KilledBySignal(SIGPIPE), "");
}

}  // namespace
}  // namespace benchcell
