#include "runners/quiet/linux_quietness_probe.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "gtest/gtest.h"

namespace benchcell {
namespace {

// A machine with two processors, of a test's own.
class LinuxQuietnessProbeTest : public testing::Test {
 protected:
  LinuxQuietnessProbeTest()
      : root_(testing::TempDir() + "/" +
              testing::UnitTest::GetInstance()->current_test_info()->name()) {
    Write("/proc/stat",
          "cpu  200 0 100 1700 0 0 0 0 0 0\n"
          "cpu0 100 0 50 850 0 0 0 0 0 0\n"
          "cpu1 100 0 50 850 0 0 0 0 0 0\n"
          "intr 1 2 3\nctxt 99\nprocesses 1234\nprocs_running 3\nprocs_blocked 0\n");
    Write("/proc/loadavg", "0.83 1.64 1.89 1/235 20571\n");
  }

  void Write(const std::string& path, const std::string& text) {
    const std::filesystem::path whole = root_ + path;
    std::filesystem::create_directories(whole.parent_path());
    std::ofstream(whole) << text;
  }

  void WriteProcess(int number, const std::string& name, int user, int system) {
    const std::string id = std::to_string(number);
    Write("/proc/" + id + "/stat", id + " (" + name + ") S 1 1 1 0 -1 4194560 1 2 3 4 " +
                                       std::to_string(user) + " " + std::to_string(system) +
                                       " 7 8 20 0 1 0 100 1000 100\n");
  }

  QuietReading Read() {
    const auto reading = LinuxQuietnessProbe(root_, 100, 42).Read(true);
    EXPECT_TRUE(reading.ok()) << reading.status();
    return reading.value_or(QuietReading());
  }

  const std::string root_;
};

TEST_F(LinuxQuietnessProbeTest, ReadsTheCounters) {
  const QuietReading reading = Read();
  EXPECT_EQ(reading.times.user, absl::Seconds(2));
  EXPECT_EQ(reading.processors, 2);
  // The reader itself isn't another.
  EXPECT_EQ(reading.runnable, 2);
  EXPECT_EQ(reading.load_average, 0.83);
  EXPECT_EQ(reading.throttled, -1);
  EXPECT_EQ(reading.heat_level, 0);
}

TEST_F(LinuxQuietnessProbeTest, ListsProcessesWithoutItself) {
  WriteProcess(1, "systemd", 100, 50);
  WriteProcess(42, "benchcell", 900, 0);
  WriteProcess(99, "a) S 1 (b", 3, 4);
  Write("/proc/100/stat", "100 (broken");
  Write("/proc/101/stat", "101 (short) S 1 1\n");
  std::filesystem::create_directories(root_ + "/proc/102");
  const QuietReading reading = Read();
  ASSERT_EQ(reading.processes.size(), 2);
  EXPECT_EQ(reading.processes.at(1).name, "systemd");
  EXPECT_EQ(reading.processes.at(1).cpu, absl::Milliseconds(1500));
  EXPECT_EQ(reading.processes.at(99).name, "a) S 1 (b");
  EXPECT_EQ(reading.processes.at(99).cpu, absl::Milliseconds(70));
}

TEST_F(LinuxQuietnessProbeTest, NamesAreFitForMessages) {
  WriteProcess(7, "bad\x1b[31m\xff", 1, 1);
  EXPECT_EQ(Read().processes.at(7).name, "bad\xef\xbf\xbd");
}

TEST_F(LinuxQuietnessProbeTest, SumsThrottlingOfCoresAndPackage) {
  for (const char* cpu : {"cpu0", "cpu1"}) {
    const std::string folder = std::string("/sys/devices/system/cpu/") + cpu;
    Write(folder + "/thermal_throttle/core_throttle_count", "3\n");
    Write(folder + "/thermal_throttle/package_throttle_count", "10\n");
  }
  Write("/sys/devices/system/cpu/cpufreq/boost", "1\n");
  EXPECT_EQ(Read().throttled, 16);
}

TEST_F(LinuxQuietnessProbeTest, MissingCountersAreUnknownButForTheTimes) {
  std::filesystem::remove(root_ + "/proc/loadavg");
  Write("/proc/stat", "cpu  200 0 100 1700\n");
  EXPECT_EQ(Read().load_average, -1);
  EXPECT_EQ(Read().runnable, -1);
  EXPECT_EQ(Read().processors, 1);
  std::filesystem::remove(root_ + "/proc/stat");
  EXPECT_EQ(LinuxQuietnessProbe(root_, 100, 42).Read(false).status().code(),
            absl::StatusCode::kNotFound);
}

TEST(NewQuietnessProbe, SeesThisMachine) {
  const std::unique_ptr<QuietnessProbe> probe = NewQuietnessProbe();
  const auto before = probe->Read(true);
  const auto after = probe->Read(false);
  ASSERT_TRUE(before.ok() && after.ok()) << before.status() << after.status();
  EXPECT_EQ(after->processors, sysconf(_SC_NPROCESSORS_ONLN));
  EXPECT_GE(after->runnable, 0);
  EXPECT_EQ(after->processes.count(getpid()), 0);
  EXPECT_GE(Between(*before, *after).busy_share(), 0);
}

}  // namespace
}  // namespace benchcell
