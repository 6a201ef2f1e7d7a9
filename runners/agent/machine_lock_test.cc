#include "runners/agent/machine_lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

namespace benchcell {
namespace {

TEST(MachineLockTest, IsHeldByOneAtATime) {
  const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "deep" / "lock";
  auto first = MachineLock::Take(path);
  ASSERT_TRUE(first.ok()) << first.status();
  const auto second = MachineLock::Take(path);
  EXPECT_EQ(second.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(second.status().message()),
              testing::StartsWith("process " + std::to_string(getpid()) + " measures"));
  first->reset();
  EXPECT_TRUE(MachineLock::Take(path).ok()) << "it ends with its holder";
}

}  // namespace
}  // namespace benchcell
