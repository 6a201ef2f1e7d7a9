// Kills a process that tunes a machine before and after every write of its own, and looks at what
// the next one makes of it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <utility>

#include "runners/tune/linux_settings.h"
#include "runners/tune/linux_targets.h"
#include "runners/tune/testing.h"
#include "runners/tune/tuner.h"

namespace benchcell {
namespace {

// Counts writes, and kills the process at one of them.
class Fuse {
 public:
  // Burns at moment `at`: even ones are before a write, odd ones after it. Negative: never.
  explicit Fuse(int at) : at_(at) {}

  template <typename Result>
  Result Around(const std::function<Result()>& write) {
    Burn();
    Result result = write();
    Burn();
    return result;
  }

 private:
  void Burn() {
    if (moment_++ == at_) kill(getpid(), SIGKILL);
  }

  const int at_;
  int moment_ = 0;
};

class FusedSettings : public Settings {
 public:
  FusedSettings(Settings& settings, Fuse& fuse) : settings_(settings), fuse_(fuse) {}
  std::optional<std::string> Read(const std::string& name) override { return settings_.Read(name); }
  absl::Status Write(const std::string& name, const std::string& value) override {
    return fuse_.Around<absl::Status>([&] { return settings_.Write(name, value); });
  }

 private:
  Settings& settings_;
  Fuse& fuse_;
};

class FusedJournal : public TuningJournal {
 public:
  FusedJournal(TuningJournal& journal, Fuse& fuse) : journal_(journal), fuse_(fuse) {}
  absl::StatusOr<std::vector<Change>> Load() override { return journal_.Load(); }
  absl::Status Save(const std::vector<Change>& changes) override {
    return fuse_.Around<absl::Status>([&] { return journal_.Save(changes); });
  }

 private:
  TuningJournal& journal_;
  Fuse& fuse_;
};

class TunerCrashTest : public MadeUpMachine {
 protected:
  TunerCrashTest() {
    Put(kGovernor0, "powersave");
    Put(kGovernor1, "schedutil");
    Put(kBoost, "1");
    Put("/proc/swaps", "Filename Type Size Used Priority\n/dev/sda2 partition 1 0 -2");
    Put("/proc/sys/vm/swappiness", "60");
  }

  void ExpectUntuned(int moment) {
    EXPECT_EQ(Get(kGovernor0), "powersave") << moment;
    EXPECT_EQ(Get(kGovernor1), "schedutil") << moment;
    EXPECT_EQ(Get(kBoost), "1") << moment;
    EXPECT_EQ(Get("/proc/sys/vm/swappiness"), "60") << moment;
  }

  // What one agent does with its tuner, from its start to its end; with a crash at a moment.
  void Live(Fuse& fuse) {
    LinuxSettings files(root_, [](const std::string&) { return ""; });
    FileJournal file(root_ + "/state/tuned", "this boot");
    FusedSettings settings(files, fuse);
    FusedJournal journal(file, fuse);
    Tuner tuner(
        {settings, journal, LinuxTargets(root_, /*is_root=*/true), [](const std::string&) {}});
    EXPECT_TRUE(tuner.Recover().ok());
    EXPECT_TRUE(tuner.Begin().ok());
    EXPECT_EQ(Get(kGovernor0), "performance");
    EXPECT_EQ(Get(kBoost), "0");
    tuner.End();
  }

  // False if the process lived to its end.
  bool Crash(int moment) {
    const pid_t child = fork();
    if (child == 0) {
      Fuse fuse(moment);
      Live(fuse);
      _exit(HasFailure() ? 1 : 0);
    }
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    if (WIFSIGNALED(status)) return true;
    EXPECT_EQ(WEXITSTATUS(status), 0) << moment;
    return false;
  }

  void Restart() {
    LinuxSettings settings(root_, [](const std::string&) { return ""; });
    FileJournal journal(root_ + "/state/tuned", "this boot");
    Tuner tuner({settings, journal, {}, [](const std::string&) {}});
    EXPECT_TRUE(tuner.Recover().ok());
    EXPECT_TRUE(journal.Load()->empty());
  }
};

TEST_F(TunerCrashTest, EveryMomentIsPutBackOnStart) {
  int moments = 0;
  while (Crash(moments)) {
    Restart();
    ExpectUntuned(moments);
    ++moments;
  }
  // Four settings set and put back, and the journal written twice.
  EXPECT_EQ(moments, 2 * (4 + 4 + 2));
  ExpectUntuned(moments);
}

TEST_F(TunerCrashTest, TwoCrashesInARowAreAsOne) {
  for (int first = 0; Crash(first); ++first) {
    // The one that would put it back dies as well, wherever it is.
    for (int second = 0; Crash(second) && second < 6; ++second) {
    }
    Restart();
    ExpectUntuned(first);
  }
}

TEST_F(TunerCrashTest, NothingIsChangedBeforeTheJournalHasIt) {
  // Moments 0 and 1 are before and after the journal's write.
  ASSERT_TRUE(Crash(1));
  ExpectUntuned(1);
  EXPECT_EQ(FileJournal(root_ + "/state/tuned", "this boot").Load()->size(), 4u);
  Restart();
  ASSERT_TRUE(Crash(3));
  EXPECT_EQ(Get(kGovernor0), "performance");
  Restart();
  ExpectUntuned(3);
}

}  // namespace
}  // namespace benchcell
