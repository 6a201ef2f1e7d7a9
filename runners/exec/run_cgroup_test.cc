#include "runners/exec/run_cgroup.h"

#include <filesystem>
#include <fstream>

#include "gtest/gtest.h"
#include "runners/machine/small_file.h"

namespace benchcell {
namespace {

// Plain files stand for the kernel's.
class RunCgroupTest : public testing::Test {
 protected:
  RunCgroupTest()
      : root_(testing::TempDir() + "/" +
              testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::create_directories(root_);
    Write("cgroup.subtree_control", "cpuset cpu io memory pids\n");
  }

  void Write(const std::string& name, const std::string& text) {
    std::ofstream(root_ + "/" + name) << text;
  }

  const std::string root_;
};

TEST_F(RunCgroupTest, ReadsWhatTheKernelCounted) {
  const auto cgroup = RunCgroup::Create(root_, "abc");
  ASSERT_TRUE(cgroup.ok()) << cgroup.status();
  EXPECT_EQ((*cgroup)->directory(), root_ + "/benchcell-abc");
  EXPECT_EQ((*cgroup)->procs_file(), root_ + "/benchcell-abc/cgroup.procs");
  Write("benchcell-abc/cpu.stat", "usage_usec 1500\nuser_usec 1000\nsystem_usec 500\n");
  Write("benchcell-abc/memory.peak", "4096000\n");
  const auto usage = (*cgroup)->Read();
  ASSERT_TRUE(usage.ok()) << usage.status();
  EXPECT_EQ(usage->user_ns, 1'000'000);
  EXPECT_EQ(usage->system_ns, 500'000);
  EXPECT_EQ(usage->peak_memory_bytes, 4096000);
}

TEST_F(RunCgroupTest, IsRemovedAtTheEnd) {
  { ASSERT_TRUE(RunCgroup::Create(root_, "abc").ok()); }
  EXPECT_FALSE(std::filesystem::exists(root_ + "/benchcell-abc"));
}

TEST_F(RunCgroupTest, WantsBothControllersByTheirWholeNames) {
  for (const char* handed_on : {"", "cpu\n", "memory\n", "cpuset memory\n"}) {
    Write("cgroup.subtree_control", handed_on);
    EXPECT_EQ(RunCgroup::Create(root_, "abc").status().code(),
              absl::StatusCode::kFailedPrecondition)
        << handed_on;
  }
  EXPECT_FALSE(std::filesystem::exists(root_ + "/benchcell-abc"));
}

TEST_F(RunCgroupTest, WantsACgroupFolder) {
  EXPECT_EQ(RunCgroup::Create("", "abc").status().code(), absl::StatusCode::kFailedPrecondition);
}

TEST_F(RunCgroupTest, RefusesANameThatIsTaken) {
  const auto first = RunCgroup::Create(root_, "abc");
  ASSERT_TRUE(first.ok());
  EXPECT_EQ(RunCgroup::Create(root_, "abc").status().code(), absl::StatusCode::kAlreadyExists);
}

TEST_F(RunCgroupTest, LimitsWhatThereAreControllersFor) {
  const auto cgroup = RunCgroup::Create(root_, "abc");
  ASSERT_TRUE(cgroup.ok());
  const CgroupLimits none = (*cgroup)->Limit(10, 4096);
  EXPECT_FALSE(none.processes);
  EXPECT_FALSE(none.memory);
  for (const char* file : {"pids.max", "memory.max", "memory.swap.max"}) {
    Write(std::string("benchcell-abc/") + file, "max");
  }
  const CgroupLimits processes = (*cgroup)->Limit(10, 0);
  EXPECT_TRUE(processes.processes);
  EXPECT_FALSE(processes.memory) << "none was asked for";
  EXPECT_EQ(ReadWord(root_ + "/benchcell-abc/pids.max"), "11x") << "the warden counts too";
  EXPECT_EQ(ReadWord(root_ + "/benchcell-abc/memory.max"), "max");
  EXPECT_TRUE((*cgroup)->Limit(10, 4096).memory);
  EXPECT_EQ(ReadWord(root_ + "/benchcell-abc/memory.max"), "4096");
  EXPECT_EQ(ReadWord(root_ + "/benchcell-abc/memory.swap.max"), "0ax");
}

TEST_F(RunCgroupTest, TellsWhichLimitWasHit) {
  const auto cgroup = RunCgroup::Create(root_, "abc");
  ASSERT_TRUE(cgroup.ok());
  EXPECT_FALSE((*cgroup)->Hit().processes);
  EXPECT_FALSE((*cgroup)->Hit().memory);
  Write("benchcell-abc/pids.events", "max 0\n");
  Write("benchcell-abc/memory.events", "low 0\nhigh 0\nmax 7\noom 1\noom_kill 1\n");
  EXPECT_FALSE((*cgroup)->Hit().processes);
  EXPECT_TRUE((*cgroup)->Hit().memory);
  Write("benchcell-abc/pids.events", "max 3\n");
  EXPECT_TRUE((*cgroup)->Hit().processes);
}

TEST_F(RunCgroupTest, SaysWhatIsMissingOrBroken) {
  const auto cgroup = RunCgroup::Create(root_, "abc");
  ASSERT_TRUE(cgroup.ok());
  EXPECT_EQ((*cgroup)->Read().status().code(), absl::StatusCode::kNotFound);
  Write("benchcell-abc/cpu.stat", "user_usec 1000\n");
  EXPECT_EQ((*cgroup)->Read().status().code(), absl::StatusCode::kNotFound);
  Write("benchcell-abc/memory.peak", "1\n");
  EXPECT_EQ((*cgroup)->Read().status().code(), absl::StatusCode::kDataLoss);
  Write("benchcell-abc/cpu.stat", "user_usec 1000\nsystem_usec x\n");
  EXPECT_EQ((*cgroup)->Read().status().code(), absl::StatusCode::kDataLoss);
}

}  // namespace
}  // namespace benchcell
