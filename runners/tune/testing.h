// A machine made of files, and stand-ins for what a tuner works on.

#ifndef BENCHCELL_RUNNERS_TUNE_TESTING_H_
#define BENCHCELL_RUNNERS_TUNE_TESTING_H_

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runners/base/files.h"
#include "runners/machine/small_file.h"
#include "runners/tune/settings.h"
#include "runners/tune/tuning_journal.h"

namespace benchcell {

inline constexpr char kGovernor0[] = "/sys/devices/system/cpu/cpufreq/policy0/scaling_governor";
inline constexpr char kGovernor1[] = "/sys/devices/system/cpu/cpufreq/policy1/scaling_governor";
inline constexpr char kBoost[] = "/sys/devices/system/cpu/cpufreq/boost";

// A tree of its own for each test.
class MadeUpMachine : public testing::Test {
 protected:
  MadeUpMachine()
      : root_(testing::TempDir() + "/" +
              testing::UnitTest::GetInstance()->current_test_info()->name()) {
    EXPECT_TRUE(RemoveAll(root_).ok());
  }

  void Put(const std::string& path, const std::string& text) {
    EXPECT_TRUE(MakeFolder(std::filesystem::path(root_ + path).parent_path()).ok());
    EXPECT_TRUE(WriteFile(root_ + path, text + "\n").ok());
  }
  std::string Get(const std::string& path) { return ReadWord(root_ + path).value_or("missing"); }

  const std::string root_;
};

// Settings in memory. Those in `stubborn` refuse what they are set to.
class FakeSettings : public Settings {
 public:
  std::optional<std::string> Read(const std::string& name) override {
    const auto found = values.find(name);
    if (found == values.end()) return std::nullopt;
    return found->second;
  }
  absl::Status Write(const std::string& name, const std::string& value) override {
    if (stubborn.contains(name)) return absl::PermissionDeniedError(name + ": no permission");
    values[name] = value;
    return absl::OkStatus();
  }

  std::map<std::string, std::string> values;
  std::set<std::string> stubborn;
};

// A journal in memory.
class FakeJournal : public TuningJournal {
 public:
  absl::StatusOr<std::vector<Change>> Load() override {
    if (!status.ok()) return status;
    return kept;
  }
  absl::Status Save(const std::vector<Change>& changes) override {
    if (status.ok()) kept = changes;
    return status;
  }

  std::vector<Change> kept;
  absl::Status status;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_TUNE_TESTING_H_
