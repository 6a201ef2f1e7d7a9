#include "runners/tune/linux_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "runners/tune/linux_targets.h"
#include "runners/tune/testing.h"

namespace benchcell {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class LinuxSettingsTest : public MadeUpMachine {
 protected:
  // Answers as systemctl does, with one unit that is there.
  std::string Systemctl(const std::string& command) {
    commands_.push_back(command);
    if (command == "systemctl is-active apt-daily.timer") return state_ + "\n";
    if (command == "systemctl --no-ask-password stop apt-daily.timer" && obeys_)
      state_ = "inactive";
    if (command == "systemctl --no-ask-password start apt-daily.timer" && obeys_) state_ = "active";
    return command.find("is-active") == std::string::npos ? "" : "unknown\n";
  }

  std::vector<std::string> Names() {
    std::vector<std::string> names;
    for (const Target& target : LinuxTargets(root_, is_root_)) names.push_back(target.setting);
    return names;
  }

  LinuxSettings settings_{root_, [this](const std::string& command) { return Systemctl(command); }};
  std::vector<std::string> commands_;
  std::string state_ = "active";
  bool obeys_ = true;
  bool is_root_ = true;
};

TEST_F(LinuxSettingsTest, ReadsAndWritesFiles) {
  Put(kBoost, "1");
  EXPECT_EQ(settings_.Read(kBoost), "1");
  EXPECT_TRUE(settings_.Write(kBoost, "0").ok());
  EXPECT_EQ(Get(kBoost), "0");
}

TEST_F(LinuxSettingsTest, MakesNoFile) {
  EXPECT_EQ(settings_.Read(kBoost), std::nullopt);
  EXPECT_EQ(settings_.Write(kBoost, "0").code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(Get(kBoost), "missing");
}

TEST_F(LinuxSettingsTest, SaysWhyAFileIsNotWritten) {
  // A folder can be written by nobody, root included.
  ASSERT_TRUE(MakeFolder(root_ + kBoost).ok());
  EXPECT_THAT(std::string(settings_.Write(kBoost, "0").message()),
              HasSubstr(root_ + kBoost + ": can't be opened for writing: Is a directory"));
}

TEST_F(LinuxSettingsTest, SaysWhenTheKernelKeptItsOwn) {
  // Takes every write and gives back nothing.
  ASSERT_TRUE(MakeFolder(root_ + "/sys").ok());
  std::filesystem::create_symlink("/dev/null", root_ + "/sys/deaf");
  const absl::Status status = settings_.Write("/sys/deaf", "0");
  EXPECT_THAT(std::string(status.message()), HasSubstr("/sys/deaf is  after it was set to 0"));
}

TEST_F(LinuxSettingsTest, StopsAndStartsUnits) {
  EXPECT_EQ(settings_.Read("apt-daily.timer"), "active");
  EXPECT_TRUE(settings_.Write("apt-daily.timer", "inactive").ok());
  EXPECT_EQ(state_, "inactive");
  EXPECT_TRUE(settings_.Write("apt-daily.timer", "active").ok());
  EXPECT_EQ(state_, "active");
  EXPECT_EQ(settings_.Read("dnf-makecache.timer"), std::nullopt);
}

TEST_F(LinuxSettingsTest, SaysWhenAUnitDoesNotObey) {
  obeys_ = false;
  const absl::Status status = settings_.Write("apt-daily.timer", "inactive");
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("apt-daily.timer is active after it was set to inactive; only root"));
}

TEST_F(LinuxSettingsTest, AMachineWithoutSwitchesHasNothingToTune) {
  EXPECT_THAT(LinuxTargets(root_, is_root_), IsEmpty());
}

TEST_F(LinuxSettingsTest, TunesEveryProcessorThatCanBeTuned) {
  Put(kGovernor0, "powersave");
  Put("/sys/devices/system/cpu/cpufreq/policy0/scaling_available_governors",
      "performance powersave ");
  Put(kGovernor1, "userspace");
  Put("/sys/devices/system/cpu/cpufreq/policy1/scaling_available_governors", "userspace");
  EXPECT_THAT(Names(), ElementsAre(kGovernor0));
}

TEST_F(LinuxSettingsTest, TakesTheSwitchThatTheFactsAreReadFrom) {
  Put("/sys/devices/system/cpu/cpufreq/policy0/boost", "1");
  EXPECT_THAT(Names(), testing::Contains(testing::EndsWith("policy0/boost")));
  Put(kBoost, "1");
  EXPECT_THAT(Names(), Not(testing::Contains(testing::EndsWith("policy0/boost"))));
  EXPECT_THAT(Names(), testing::Contains(kBoost));
  Put("/sys/devices/system/cpu/intel_pstate/no_turbo", "0");
  EXPECT_THAT(Names(), Not(testing::Contains(kBoost)));
  EXPECT_THAT(Names(), testing::Contains(testing::EndsWith("no_turbo")));
}

TEST_F(LinuxSettingsTest, SwappinessMattersWhereThereIsSwap) {
  Put("/proc/sys/vm/swappiness", "60");
  Put("/proc/swaps", "Filename Type Size Used Priority");
  EXPECT_THAT(Names(), IsEmpty());
  Put("/proc/swaps", "Filename Type Size Used Priority\n/swap file 1 0 -2");
  EXPECT_THAT(Names(), ElementsAre("/proc/sys/vm/swappiness"));
}

TEST_F(LinuxSettingsTest, OthersThanRootLeaveWhatIsOnlyRoots) {
  Put(kBoost, "1");
  Put("/proc/sys/vm/swappiness", "60");
  Put("/proc/swaps", "Filename Type Size Used Priority\n/swap file 1 0 -2");
  ASSERT_TRUE(MakeFolder(root_ + "/run/systemd/system").ok());
  is_root_ = false;
  EXPECT_THAT(Names(), ElementsAre(kBoost));
}

TEST_F(LinuxSettingsTest, TimersAreStoppedWhereSystemdRuns) {
  EXPECT_THAT(Names(), Not(testing::Contains("apt-daily.timer")));
  ASSERT_TRUE(MakeFolder(root_ + "/run/systemd/system").ok());
  EXPECT_THAT(Names(), testing::Contains("apt-daily.timer"));
}

}  // namespace
}  // namespace benchcell
