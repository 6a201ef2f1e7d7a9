#include "runners/quiet/macos_quietness_probe.h"

#include <map>

#include "gtest/gtest.h"

namespace benchcell {
namespace {

constexpr char kNoWarnings[] =
    "Note: No thermal warning level has been recorded\n"
    "Note: No performance warning level has been recorded\n";

TEST(MacosSpeedLimit, IsTheLowestOfBothLimits) {
  EXPECT_EQ(
      MacosSpeedLimit(std::string(kNoWarnings) + "2026-11-24 13:10:40 +0100 CPU Power notify\n"
                                                 "\tCPU_Scheduler_Limit \t= 100\n"
                                                 "\tCPU_Available_CPUs \t= 8\n"
                                                 "\tCPU_Speed_Limit \t= 35\n"),
      35);
  EXPECT_EQ(MacosSpeedLimit("\tCPU_Scheduler_Limit \t= 100\n\tCPU_Available_CPUs \t= 12\n"), 100);
}

TEST(MacosSpeedLimit, AppleChipsTellNone) {
  EXPECT_EQ(
      MacosSpeedLimit(std::string(kNoWarnings) + "Note: No CPU power status has been recorded\n"),
      0);
  EXPECT_EQ(MacosSpeedLimit("CPU_Speed_Limit = fast\n"), 0);
  EXPECT_EQ(MacosSpeedLimit(""), 0);
}

TEST(MacosHeatLevel, IsTheHighestOfAllWarnings) {
  EXPECT_EQ(MacosHeatLevel(kNoWarnings, "com.apple.system.thermalpressurelevel 0\n"), 0);
  EXPECT_EQ(MacosHeatLevel(kNoWarnings, "com.apple.system.thermalpressurelevel 2\n"), 2);
  EXPECT_EQ(MacosHeatLevel("Thermal Warning Level = 1\nPerformance warning level = 3\n", ""), 3);
  EXPECT_EQ(MacosHeatLevel("", ""), 0);
}

class FakeTimes : public CpuTimesReader {
 public:
  absl::StatusOr<CpuTimes> Read() override {
    order += "times ";
    if (broken) return absl::UnavailableError("no times");
    CpuTimes times;
    times.idle = absl::Seconds(7);
    return times;
  }

  std::string order;
  bool broken = false;
};

class MacosQuietnessProbeTest : public testing::Test {
 protected:
  FakeTimes times_;
  MacosQuietnessProbe probe_{{times_, 12, [] { return 2.5; },
                              [this](const std::string& command) {
                                times_.order += "command ";
                                return std::string(command == kThermalCommand
                                                       ? "CPU_Speed_Limit = 90\n"
                                                       : "com.apple.system.thermalpressurelevel "
                                                         "1\n");
                              }}};
};

TEST_F(MacosQuietnessProbeTest, ReadsWhatThereIs) {
  const auto reading = probe_.Read(true);
  ASSERT_TRUE(reading.ok()) << reading.status();
  EXPECT_EQ(reading->times.idle, absl::Seconds(7));
  EXPECT_EQ(reading->processors, 12);
  EXPECT_EQ(reading->load_average, 2.5);
  EXPECT_EQ(reading->speed_limit, 90);
  EXPECT_EQ(reading->heat_level, 1);
  EXPECT_EQ(reading->runnable, -1);
  EXPECT_TRUE(reading->processes.empty());
}

TEST_F(MacosQuietnessProbeTest, CommandsRunOutsideOfTheWindow) {
  ASSERT_TRUE(probe_.Read(true).ok());
  ASSERT_TRUE(probe_.Read(false).ok());
  EXPECT_EQ(times_.order, "command command times times command command ");
}

TEST_F(MacosQuietnessProbeTest, WithoutTimesThereIsNoReading) {
  times_.broken = true;
  EXPECT_EQ(probe_.Read(false).status().code(), absl::StatusCode::kUnavailable);
}

}  // namespace
}  // namespace benchcell
