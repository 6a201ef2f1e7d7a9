#include "runners/machine/cpu_times.h"

#include <fstream>

#include "gtest/gtest.h"

namespace benchcell {
namespace {

constexpr char kStat[] =
    "cpu  100 20 30 4000 50 6 7 8 90 0\n"
    "cpu0 100 20 30 4000 50 6 7 8 90 0\n"
    "intr 12345\n";

TEST(ParseProcStat, ReadsEveryColumnOfTheSum) {
  const absl::StatusOr<CpuTimes> times = ParseProcStat(kStat, 100);
  ASSERT_TRUE(times.ok()) << times.status();
  EXPECT_EQ(times->user, absl::Seconds(1));
  EXPECT_EQ(times->nice, absl::Milliseconds(200));
  EXPECT_EQ(times->system, absl::Milliseconds(300));
  EXPECT_EQ(times->idle, absl::Seconds(40));
  EXPECT_EQ(times->iowait, absl::Milliseconds(500));
  EXPECT_EQ(times->irq, absl::Milliseconds(60));
  EXPECT_EQ(times->softirq, absl::Milliseconds(70));
  EXPECT_EQ(times->steal, absl::Milliseconds(80));
}

TEST(ParseProcStat, BusyIsAllButIdleAndIowaitAndCountsGuestsOnce) {
  const absl::StatusOr<CpuTimes> times = ParseProcStat(kStat, 100);
  ASSERT_TRUE(times.ok()) << times.status();
  EXPECT_EQ(times->Busy(), absl::Milliseconds(1000 + 200 + 300 + 60 + 70 + 80));
}

TEST(ParseProcStat, UsesTheTick) {
  const absl::StatusOr<CpuTimes> times = ParseProcStat("cpu 250 0 0 0\n", 250);
  ASSERT_TRUE(times.ok()) << times.status();
  EXPECT_EQ(times->user, absl::Seconds(1));
  EXPECT_EQ(times->steal, absl::ZeroDuration());
}

TEST(ParseProcStat, RefusesWhatIsNoSum) {
  EXPECT_EQ(ParseProcStat("", 100).status().code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(ParseProcStat("cpu0 1 2 3 4\n", 100).status().code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(ParseProcStat("cpu 1 2 3\n", 100).status().code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(ParseProcStat("cpu 1 2 x 4\n", 100).status().code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(ParseProcStat("cpu 1 -2 3 4\n", 100).status().code(), absl::StatusCode::kDataLoss);
}

TEST(ProcStatReader, ReadsTheFileAnewEachTime) {
  const std::string path = testing::TempDir() + "/stat";
  std::ofstream(path) << "cpu 100 0 0 0\n";
  const auto reader = NewProcStatReader(path, 100);
  const absl::StatusOr<CpuTimes> first = reader->Read();
  std::ofstream(path) << "cpu 300 0 0 0\n";
  const absl::StatusOr<CpuTimes> second = reader->Read();
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(second->Busy() - first->Busy(), absl::Seconds(2));
}

TEST(ProcStatReader, SaysWhichFileIsMissing) {
  const absl::Status status = NewProcStatReader("/no/such/stat", 100)->Read().status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_NE(std::string(status.message()).find("/no/such/stat"), std::string::npos);
}

TEST(NewCpuTimesReader, ReadsThisMachine) {
  const absl::StatusOr<CpuTimes> times = NewCpuTimesReader()->Read();
  ASSERT_TRUE(times.ok()) << times.status();
  EXPECT_GT(times->Busy() + times->idle, absl::ZeroDuration());
}

}  // namespace
}  // namespace benchcell
