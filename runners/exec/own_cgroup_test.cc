#include "runners/exec/own_cgroup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/xattr.h>

#include <filesystem>

#include "runners/base/files.h"
#include "runners/machine/small_file.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr char kUnit[] = "/sys/fs/cgroup/system.slice/benchcell-agent.service";

bool Yes(const std::string&) { return true; }
bool No(const std::string&) { return false; }

// A machine on which the agent is a unit, made of plain files.
class OwnCgroupTest : public testing::Test {
 protected:
  OwnCgroupTest()
      : root_(testing::TempDir() + "/" +
              testing::UnitTest::GetInstance()->current_test_info()->name()) {
    EXPECT_TRUE(RemoveAll(root_).ok());
    Put("/proc/self/mounts",
        "proc /proc proc rw 0 0\ncgroup2 /sys/fs/cgroup cgroup2 rw,nosuid 0 0\n");
    Put("/proc/self/cgroup", "0::/system.slice/benchcell-agent.service\n");
    Put(std::string(kUnit) + "/cgroup.controllers", "cpuset cpu io memory pids\n");
  }

  void Put(const std::string& path, const std::string& text) {
    EXPECT_TRUE(MakeFolder(fs::path(root_ + path).parent_path()).ok());
    EXPECT_TRUE(WriteFile(root_ + path, text).ok());
  }

  const std::string root_;
};

TEST_F(OwnCgroupTest, IsThatOfTheUnit) {
  const absl::StatusOr<std::string> found = FindOwnCgroup(root_, Yes);
  ASSERT_TRUE(found.ok()) << found.status();
  EXPECT_EQ(*found, root_ + kUnit);
}

TEST_F(OwnCgroupTest, WhatIsNotHandedOverBelongsToOthers) {
  const absl::Status status = FindOwnCgroup(root_, No).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("isn't delegated"));
}

TEST_F(OwnCgroupTest, NeedsVersionTwoWithControllers) {
  Put(std::string(kUnit) + "/cgroup.controllers", "cpu pids\n");
  EXPECT_THAT(std::string(FindOwnCgroup(root_, Yes).status().message()),
              HasSubstr("has no controller memory"));
  Put("/proc/self/mounts", "cgroup /sys/fs/cgroup/cpu cgroup rw,cpu 0 0\n");
  EXPECT_THAT(std::string(FindOwnCgroup(root_, Yes).status().message()), HasSubstr("no cgroup v2"));
}

TEST_F(OwnCgroupTest, SystemdMarksWhatItHandsOver) {
  const std::string directory = root_ + kUnit;
  EXPECT_FALSE(DelegatedBySystemd(directory));
  if (setxattr(directory.c_str(), "user.delegate", "1", 1, 0) != 0) {
    GTEST_SKIP() << "this file system has no extended attributes";
  }
  EXPECT_TRUE(DelegatedBySystemd(directory));
}

TEST_F(OwnCgroupTest, IsDividedBetweenTheAgentAndItsRuns) {
  const std::string directory = root_ + kUnit;
  Put(std::string(kUnit) + "/agent/cgroup.procs", "");
  Put(std::string(kUnit) + "/cgroup.subtree_control", "");
  ASSERT_TRUE(DivideCgroup(directory).ok());
  EXPECT_EQ(ReadWord(directory + "/agent/cgroup.procs"), "0");
  EXPECT_THAT(*ReadWord(directory + "/cgroup.subtree_control"), HasSubstr("+pids"));
}

TEST_F(OwnCgroupTest, SaysWhatHinders) {
  // Without the files that the kernel would make.
  const absl::Status status = DivideCgroup(root_ + kUnit);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("/agent/cgroup.procs: doesn't take `0`: No such file"));
}

}  // namespace
}  // namespace benchcell
