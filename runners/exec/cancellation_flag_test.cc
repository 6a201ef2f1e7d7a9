#include "runners/exec/cancellation_flag.h"

#include <poll.h>
#include <signal.h>

#include <thread>

#include "gtest/gtest.h"

namespace benchcell {
namespace {

bool IsReadable(const CancellationFlag& flag) {
  pollfd event = {flag.fd(), POLLIN, 0};
  return poll(&event, 1, 0) == 1;
}

TEST(CancellationFlag, IsLoweredAtFirst) {
  const CancellationFlag flag;
  EXPECT_FALSE(flag.IsCancelled());
  EXPECT_FALSE(IsReadable(flag));
}

TEST(CancellationFlag, StaysRaised) {
  CancellationFlag flag;
  flag.Cancel();
  flag.Cancel();
  EXPECT_TRUE(flag.IsCancelled());
  EXPECT_TRUE(IsReadable(flag));
  EXPECT_TRUE(IsReadable(flag));
}

TEST(CancellationFlag, EndsAWaitInAnotherThread) {
  CancellationFlag flag;
  std::thread canceller([&] { flag.Cancel(); });
  pollfd event = {flag.fd(), POLLIN, 0};
  EXPECT_EQ(poll(&event, 1, -1), 1);
  canceller.join();
}

CancellationFlag* interrupted = nullptr;

TEST(CancellationFlag, IsRaisedByASignalHandler) {
  CancellationFlag flag;
  interrupted = &flag;
  const auto before = signal(SIGUSR1, [](int) { interrupted->Cancel(); });
  raise(SIGUSR1);
  signal(SIGUSR1, before);
  EXPECT_TRUE(flag.IsCancelled());
  EXPECT_TRUE(IsReadable(flag));
}

}  // namespace
}  // namespace benchcell
