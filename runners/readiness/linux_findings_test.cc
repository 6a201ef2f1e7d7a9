#include "runners/readiness/linux_findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "runners/base/files.h"

namespace benchcell {
namespace {

using testing::HasSubstr;

TEST(LinuxFindingsTest, ClockIsInSyncOrNotOrUntold) {
  EXPECT_EQ(ClockFinding(true).verdict, Verdict::kGood);
  const Finding off = ClockFinding(false);
  EXPECT_EQ(off.verdict, Verdict::kLacks);
  EXPECT_THAT(off.remedy, HasSubstr("timedatectl set-ntp true"));
  EXPECT_EQ(ClockFinding(std::nullopt).verdict, Verdict::kUnknown);
}

TEST(LinuxFindingsTest, LayoutsAreDrawn) {
  v1::MachineFacts facts;
  EXPECT_EQ(AslrFinding(facts).verdict, Verdict::kUnknown);
  facts.set_aslr(v1::ON);
  EXPECT_EQ(AslrFinding(facts).verdict, Verdict::kGood);
  facts.set_aslr(v1::OFF);
  EXPECT_EQ(AslrFinding(facts).verdict, Verdict::kLacks);
  EXPECT_EQ(AslrFinding(facts).found, "off");
}

TEST(LinuxFindingsTest, AFilterOfSystemCallsIsSeen) {
  const std::string root = testing::TempDir() + "/filter";
  ASSERT_TRUE(MakeFolder(root + "/proc/self").ok());
  const auto verdict = [&](const std::string& status) {
    EXPECT_TRUE(WriteFile(root + "/proc/self/status", status).ok());
    return SystemCallFilterFinding(root).verdict;
  };
  EXPECT_EQ(verdict("Name:\tx\nNoNewPrivs:\t1\nSeccomp:\t0\nSeccomp_filters:\t0\n"),
            Verdict::kGood);
  EXPECT_EQ(verdict("Name:\tx\nSeccomp:\t2\nSeccomp_filters:\t3\n"), Verdict::kLacks);
  EXPECT_EQ(verdict("Name:\tx\n"), Verdict::kUnknown);
  EXPECT_EQ(SystemCallFilterFinding(root + "/nowhere").verdict, Verdict::kUnknown);
}

TEST(LinuxFindingsTest, CgroupHasToBeTheAgentsOwn) {
  EXPECT_EQ(CgroupFinding(std::string("/sys/fs/cgroup/a")).verdict, Verdict::kGood);
  const Finding others = CgroupFinding(absl::FailedPreconditionError("isn't delegated"));
  EXPECT_EQ(others.verdict, Verdict::kLacks);
  EXPECT_EQ(others.found, "isn't delegated");
  EXPECT_THAT(others.remedy, HasSubstr("Delegate=yes"));
  const Finding none = CgroupFinding(absl::NotFoundError("none is mounted"));
  EXPECT_THAT(none.remedy, HasSubstr("unified_cgroup_hierarchy"));
}

TEST(LinuxFindingsTest, NetworksSayWhatStandsInTheWay) {
  EXPECT_EQ(NetworkFinding(absl::OkStatus()).verdict, Verdict::kGood);
  const Finding refused = NetworkFinding(absl::PermissionDeniedError("Operation not permitted"));
  EXPECT_EQ(refused.verdict, Verdict::kLacks);
  EXPECT_EQ(refused.found, "Operation not permitted");
  EXPECT_THAT(refused.remedy, HasSubstr("userns"));
}

}  // namespace
}  // namespace benchcell
