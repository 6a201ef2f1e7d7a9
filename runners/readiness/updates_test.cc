#include "runners/readiness/updates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "runners/base/files.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

// Folders of systemd as its own tools leave them.
class UpdatesTest : public testing::Test {
 protected:
  UpdatesTest()
      : root_(testing::TempDir() + "/" +
              testing::UnitTest::GetInstance()->current_test_info()->name()) {
    EXPECT_TRUE(RemoveAll(root_).ok());
    fs::create_directories(root_ + "/run/systemd/system");
    fs::create_directories(root_ + "/etc/systemd/system/timers.target.wants");
    fs::create_directories(root_ + "/usr/lib/systemd/system");
  }

  void Enable(const std::string& unit) {
    fs::create_symlink("/lib/systemd/system/" + unit,
                       root_ + "/etc/systemd/system/timers.target.wants/" + unit);
  }
  void Mask(const std::string& unit) {
    fs::create_symlink("/dev/null", root_ + "/etc/systemd/system/" + unit);
  }

  const std::string root_;
};

TEST_F(UpdatesTest, FindsNoneWhereThereIsNone) {
  EXPECT_THAT(UpdatingUnits(root_), IsEmpty());
  const Finding finding = BackgroundUpdates(root_);
  EXPECT_EQ(finding.verdict, Verdict::kGood);
  EXPECT_EQ(finding.found, "none");
}

TEST_F(UpdatesTest, FindsTimersThatAreEnabled) {
  Enable("apt-daily.timer");
  Enable("apt-daily-upgrade.timer");
  Enable("logrotate.timer");
  const Finding finding = BackgroundUpdates(root_);
  EXPECT_EQ(finding.verdict, Verdict::kLacks);
  EXPECT_EQ(finding.found, "apt-daily.timer, apt-daily-upgrade.timer");
  EXPECT_EQ(finding.remedy,
            "run `sudo systemctl mask --now apt-daily.timer apt-daily-upgrade.timer`");
}

TEST_F(UpdatesTest, WhatIsMaskedUpdatesNothing) {
  Enable("apt-daily.timer");
  Mask("apt-daily.timer");
  EXPECT_THAT(UpdatingUnits(root_), IsEmpty());
}

TEST_F(UpdatesTest, FindsWhatIsWokenOnTheBus) {
  const std::string unit = root_ + "/usr/lib/systemd/system/packagekit.service";
  ASSERT_TRUE(WriteFile(unit, "[Service]\n").ok());
  EXPECT_THAT(UpdatingUnits(root_), ElementsAre("packagekit.service"));
  Mask("packagekit.service");
  EXPECT_THAT(UpdatingUnits(root_), IsEmpty());
}

TEST_F(UpdatesTest, NothingStartsWhereSystemdDoesNotRun) {
  Enable("apt-daily.timer");
  ASSERT_TRUE(RemoveAll(root_ + "/run").ok());
  EXPECT_THAT(UpdatingUnits(root_), IsEmpty());
}

}  // namespace
}  // namespace benchcell
