#include "runners/agent/machine_lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "runners/base/files.h"

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

TEST(MachineLockTest, NamesItsNewHolderAlone) {
  const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "reused";
  ASSERT_TRUE(WriteFile(path, "a much longer text than a process id\n").ok());
  const auto lock = MachineLock::Take(path);
  ASSERT_TRUE(lock.ok()) << lock.status();
  EXPECT_EQ(*ReadFile(path), std::to_string(getpid()) + "\n");
}

TEST(MachineLockTest, IsWhereTemporaryFilesAreIfSomebodySaysWhere) {
  const std::filesystem::path told = std::filesystem::path(testing::TempDir()) / "told";
  ASSERT_TRUE(MakeFolder(told).ok());
  ASSERT_EQ(setenv("TMPDIR", told.c_str(), 1), 0);
  EXPECT_EQ(MachineLock::PathForMachine().parent_path(), told);
  ASSERT_EQ(unsetenv("TMPDIR"), 0);
  EXPECT_THAT(MachineLock::PathForMachine().parent_path().string(),
              testing::AnyOf("/run/lock", "/tmp"));
}

}  // namespace
}  // namespace benchcell
