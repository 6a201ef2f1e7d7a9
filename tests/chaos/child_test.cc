#include "tests/chaos/child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include "absl/time/clock.h"
#include "runners/base/files.h"

namespace benchcell::chaos {
namespace {

using testing::HasSubstr;

ChildSpec Shell(const std::string& script) {
  const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
  return {.arguments = {"sh", "-c", script},
          .environment = {"WORD=hello"},
          .log = testing::TempDir() + "/" + name + ".log"};
}

TEST(Child, LogsWhatItWritesAndTellsHowItEnded) {
  Child child(Shell("echo $WORD; exit 7"));
  ASSERT_TRUE(child.Start().ok());
  EXPECT_EQ(child.AwaitEnd(absl::InfiniteDuration()), 7);
  EXPECT_EQ(*ReadFile(child.spec().log), "hello\n");
  EXPECT_FALSE(child.IsStarted());
  // A second time, after what stands there.
  ASSERT_TRUE(child.Start().ok());
  std::optional<int> ended;
  while (!ended.has_value()) ended = child.TakeEnd();
  EXPECT_EQ(ended, 7);
  EXPECT_EQ(*ReadFile(child.spec().log), "hello\nhello\n");
}

TEST(Child, IsAskedAndKilled) {
  Child polite(Shell("trap 'exit 5' TERM; echo ready; while :; do sleep 0.01; done"));
  ASSERT_TRUE(polite.Start().ok());
  while (ReadTail(polite.spec().log, 10).empty()) absl::SleepFor(absl::Milliseconds(1));
  polite.Ask();
  EXPECT_EQ(polite.AwaitEnd(absl::InfiniteDuration()), 5);

  Child stubborn(Shell("exec sleep 1000"));
  ASSERT_TRUE(stubborn.Start().ok());
  EXPECT_EQ(stubborn.AwaitEnd(absl::ZeroDuration()), -SIGKILL);
  ASSERT_TRUE(stubborn.Start().ok());
  stubborn.Kill();
  EXPECT_FALSE(stubborn.IsStarted());
  EXPECT_EQ(stubborn.AwaitEnd(absl::ZeroDuration()), 0);
}

TEST(Child, StandsStillWhileItIsFrozen) {
  Child counting(Shell("while :; do echo more; sleep 0.001; done"));
  ASSERT_TRUE(counting.Start().ok());
  while (ReadTail(counting.spec().log, 10).empty()) absl::SleepFor(absl::Milliseconds(1));
  counting.Freeze();
  // What was on its way when it was frozen is there after a moment.
  absl::SleepFor(absl::Milliseconds(50));
  const std::string before = *ReadFile(counting.spec().log);
  absl::SleepFor(absl::Milliseconds(50));
  EXPECT_EQ(*ReadFile(counting.spec().log), before);
  counting.Thaw();
  while (*ReadFile(counting.spec().log) == before) absl::SleepFor(absl::Milliseconds(1));
}

TEST(RunProgram, SaysWhatAFailedOneWrote) {
  EXPECT_TRUE(RunProgram(Shell("true")).ok());
  const absl::Status failed = RunProgram(Shell("echo something is wrong; exit 3"));
  EXPECT_EQ(failed.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(failed.message()), HasSubstr("ended with 3: something is wrong"));
}

}  // namespace
}  // namespace benchcell::chaos
