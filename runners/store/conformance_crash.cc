// A process that is killed at any of its commits leaves each call whole or not at all.

#include <unistd.h>

#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "runners/store/store_conformance.h"
#include "runners/store/store_script.h"

namespace benchcell {
namespace {

// Kills the process at the crash point with this number; two for each commit.
class KillAt final : public WriteHook {
 public:
  explicit KillAt(int point) : left_(point) {}
  void BeforeCommit() override { Pass(); }
  void AfterCommit() override { Pass(); }

 private:
  void Pass() {
    if (left_-- == 0) _exit(kKilled);
  }
  int left_;
};

// Counts commits.
class Count final : public WriteHook {
 public:
  void BeforeCommit() override { ++before; }
  void AfterCommit() override { ++after; }
  int before = 0;
  int after = 0;
};

TEST_P(StoreConformance, KilledAtAnyCommitLeavesEachCallWholeOrNotAtAll) {
  const std::vector<std::string> dumps = DumpsOfScript(store());
  int happened = 0;
  int point = 0;
  for (bool killed = true; killed && !HasFailure(); ++point) {
    SCOPED_TRACE("crash point " + std::to_string(point));
    const std::unique_ptr<TestDatabase> fresh = GetParam().create();
    KillAt kill(point);
    const Interrupted interrupted = RunScriptInChild([&] { return fresh->Open(&kill); });
    killed = interrupted.killed;
    absl::StatusOr<std::unique_ptr<Store>> again = fresh->Open(nullptr);
    ASSERT_TRUE(again.ok()) << again.status();
    if (FinishScript(**again, interrupted.returned, dumps)) ++happened;
  }
  // Each step was interrupted once after its commit; that which claims a folder doesn't show.
  int visible = 0;
  for (size_t i = 0; i < Script().size(); ++i) visible += dumps[i] != dumps[i + 1];
  EXPECT_EQ(happened, visible);
  EXPECT_EQ(visible, static_cast<int>(Script().size()) - 1);
  EXPECT_GE(point, 2 * static_cast<int>(Script().size()));
}

TEST_P(StoreConformance, EachCallThatWritesCommitsOnce) {
  const std::unique_ptr<TestDatabase> fresh = GetParam().create();
  Count count;
  const std::unique_ptr<Store> hooked = *fresh->Open(&count);
  for (const ScriptStep& step : Script()) {
    const int before = count.before;
    ASSERT_TRUE(step.call(*hooked).ok()) << step.name;
    EXPECT_EQ(count.before, before + 1) << step.name;
    EXPECT_EQ(count.after, count.before) << step.name;
  }
}

}  // namespace
}  // namespace benchcell
