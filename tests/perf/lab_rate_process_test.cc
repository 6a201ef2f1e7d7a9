#include "tests/perf/lab_rate_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace benchcell {
namespace {

using testing::AllOf;
using testing::Gt;
using testing::HasSubstr;
using testing::Lt;

absl::StatusOr<std::unique_ptr<ServerProcess>> Shell(const std::string& script) {
  return ServerProcess::Start({"/bin/sh", "-c", script});
}

TEST(ServerProcessTest, SaysItsPortAndEndsWithItsInput) {
  const auto process = Shell("echo 1234; cat >/dev/null");
  ASSERT_TRUE(process.ok()) << process.status();
  EXPECT_EQ((*process)->target(), "127.0.0.1:1234");
  const absl::Status stopped = (*process)->Stop();
  EXPECT_TRUE(stopped.ok()) << stopped;
}

TEST(ServerProcessTest, ABadEndIsAnError) {
  const auto process = Shell("echo 1234; cat >/dev/null; exit 3");
  ASSERT_TRUE(process.ok()) << process.status();
  EXPECT_EQ((*process)->Stop().code(), absl::StatusCode::kInternal);
}

TEST(ServerProcessTest, OneThatNeverListensIsAnError) {
  for (const auto& process : {Shell("exit 0"), ServerProcess::Start({"/nonexistent/program"})}) {
    EXPECT_EQ(process.status().code(), absl::StatusCode::kUnavailable);
    EXPECT_THAT(std::string(process.status().message()), HasSubstr("did not say its port"));
  }
}

TEST(ServerProcessTest, ItsMemoryAndProcessorTimeAreItsOwn) {
  // A shell that counts first, so that it has used some time.
  const auto process = Shell(
      "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo 1234; cat >/dev/null; echo done");
  ASSERT_TRUE(process.ok()) << process.status();
  const auto memory = (*process)->MemoryKb();
  ASSERT_TRUE(memory.ok()) << memory.status();
  EXPECT_THAT(*memory, AllOf(Gt(100), Lt(20'000)));
  const auto used = (*process)->ProcessorTime();
  ASSERT_TRUE(used.ok()) << used.status();
  EXPECT_GT(*used, absl::ZeroDuration());
}

}  // namespace
}  // namespace benchcell
