#include "runners/exec/usage.h"

#include <signal.h>

#include "gtest/gtest.h"

namespace benchcell {
namespace {

CpuTimes Busy(absl::Duration busy) {
  CpuTimes times;
  times.user = busy - absl::Seconds(1);
  times.steal = absl::Seconds(1);
  times.idle = absl::Hours(1);
  return times;
}

WardenReport Report() {
  WardenReport report;
  report.wall_ns = 5'000'000'000;
  report.user_ns = 2'000'000'000;
  report.system_ns = 1'000'000'000;
  report.peak_memory_bytes = 4096;
  report.voluntary_switches = 11;
  report.involuntary_switches = 12;
  report.own_user_ns = 100;
  report.own_system_ns = 200;
  return report;
}

TEST(ExitOf, TellsCodeSignalAndTimeoutApart) {
  WardenReport report;
  report.wait_status = 3 << 8;
  EXPECT_EQ(ExitOf(report).code(), 3);
  EXPECT_FALSE(ExitOf(report).has_signal());
  report.wait_status = SIGSEGV;
  EXPECT_EQ(ExitOf(report).signal(), SIGSEGV);
  EXPECT_FALSE(ExitOf(report).has_code());
  EXPECT_FALSE(ExitOf(report).timed_out());
  report.timed_out = 1;
  EXPECT_TRUE(ExitOf(report).timed_out());
  EXPECT_EQ(ExitOf(report).limit(), v1::Exit::NONE);
  for (const auto& [ours, told] : {std::pair{HitLimit::kOutput, v1::Exit::OUTPUT},
                                   std::pair{HitLimit::kFileSize, v1::Exit::FILE_SIZE},
                                   std::pair{HitLimit::kDisk, v1::Exit::DISK},
                                   std::pair{HitLimit::kProcesses, v1::Exit::PROCESSES},
                                   std::pair{HitLimit::kMemory, v1::Exit::MEMORY}}) {
    report.limit = ours;
    EXPECT_EQ(ExitOf(report).limit(), told);
  }
}

TEST(UsageOf, TakesRusageWithoutACgroup) {
  const v1::Usage usage = UsageOf(Report(), std::nullopt, std::nullopt, std::nullopt);
  EXPECT_EQ(usage.accounting(), v1::WAIT4);
  EXPECT_EQ(usage.wall_ns(), 5'000'000'000u);
  EXPECT_EQ(usage.user_cpu_ns(), 2'000'000'000u);
  EXPECT_EQ(usage.system_cpu_ns(), 1'000'000'000u);
  EXPECT_EQ(usage.peak_memory_bytes(), 4096u);
  EXPECT_EQ(usage.voluntary_context_switches(), 11u);
  EXPECT_EQ(usage.involuntary_context_switches(), 12u);
  EXPECT_EQ(usage.foreign_cpu_ns(), -1);
}

TEST(UsageOf, TakesTheCgroupWithoutTheWardensShare) {
  const CgroupUsage cgroup = {3'000'000'100, 150, 8192};
  const v1::Usage usage = UsageOf(Report(), cgroup, std::nullopt, std::nullopt);
  EXPECT_EQ(usage.accounting(), v1::CGROUP_V2);
  EXPECT_EQ(usage.user_cpu_ns(), 3'000'000'000u);
  EXPECT_EQ(usage.system_cpu_ns(), 0u) << "never below 0";
  EXPECT_EQ(usage.peak_memory_bytes(), 8192u);
}

TEST(UsageOf, ForeignTimeIsBusyWithoutTheTree) {
  EXPECT_EQ(UsageOf(Report(), std::nullopt, Busy(absl::Seconds(10)), Busy(absl::Seconds(17)))
                .foreign_cpu_ns(),
            4'000'000'000);
}

TEST(UsageOf, ForeignTimeIsNeverBelowZero) {
  EXPECT_EQ(UsageOf(Report(), std::nullopt, Busy(absl::Seconds(10)), Busy(absl::Seconds(12)))
                .foreign_cpu_ns(),
            0);
}

TEST(UsageOf, ForeignTimeIsUnknownWithoutBothReadings) {
  EXPECT_EQ(UsageOf(Report(), std::nullopt, Busy(absl::Seconds(10)), std::nullopt).foreign_cpu_ns(),
            -1);
}

}  // namespace
}  // namespace benchcell
