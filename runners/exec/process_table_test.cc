#include "runners/exec/process_table.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "gtest/gtest.h"

namespace benchcell {
namespace {

TEST(ParseProcessStat, ReadsParentStateAndStart) {
  ProcessEntry entry;
  ASSERT_TRUE(ParseProcessStat(
      "17 (sh) S 5 17 17 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 123456 9 10\n", &entry));
  EXPECT_EQ(entry, (ProcessEntry{17, 5, false, 123456, 1, 10}));
}

TEST(ParseProcessStat, IsNotFooledByTheName) {
  ProcessEntry entry;
  ASSERT_TRUE(ParseProcessStat(
      "17 (a) Z 99 (b) Z 5 17 17 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 42 9 10\n", &entry));
  EXPECT_EQ(entry, (ProcessEntry{17, 5, true, 42, 1, 10}));
}

TEST(ParseProcessStat, RefusesWhatIsNone) {
  ProcessEntry entry;
  EXPECT_FALSE(ParseProcessStat("", &entry));
  EXPECT_FALSE(ParseProcessStat("17 (sh", &entry));
  EXPECT_FALSE(ParseProcessStat("17 (sh) S 5 17\n", &entry));
  EXPECT_FALSE(
      ParseProcessStat("17 (sh) S 5 17 17 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 42\n", &entry))
      << "the size is missing";
}

TEST(ReadProcess, ReadsThisProcess) {
  ProcessEntry entry;
  ASSERT_TRUE(ReadProcess(getpid(), &entry));
  EXPECT_EQ(entry.pid, getpid());
  EXPECT_EQ(entry.parent, getppid());
  EXPECT_FALSE(entry.zombie);
  EXPECT_EQ(entry.threads, 1);
  EXPECT_GT(entry.resident_pages, 0);
}

TEST(ReadProcessTable, SeesAZombieUntilItIsWaitedFor) {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  siginfo_t ended;
  waitid(P_PID, child, &ended, WEXITED | WNOWAIT);
  const auto is_child = [&](const ProcessEntry& entry) { return entry.pid == child; };
  std::vector<ProcessEntry> table = ReadProcessTable();
  const auto found = std::find_if(table.begin(), table.end(), is_child);
  ASSERT_NE(found, table.end());
  EXPECT_TRUE(found->zombie);
  EXPECT_EQ(found->parent, getpid());
  waitpid(child, nullptr, 0);
  table = ReadProcessTable();
  EXPECT_TRUE(std::none_of(table.begin(), table.end(), is_child));
}

TEST(Subtrees, FindsAllBelowTheRootsInWhateverOrder) {
  const std::vector<ProcessEntry> table = {
      {3, 9, false, 0}, {5, 1, false, 0}, {7, 5, false, 0}, {9, 7, false, 0}, {11, 1, false, 0}};
  std::vector<pid_t> pids;
  for (const ProcessEntry& entry : Subtrees(table, {5})) pids.push_back(entry.pid);
  std::sort(pids.begin(), pids.end());
  EXPECT_EQ(pids, (std::vector<pid_t>{3, 5, 7, 9}));
  EXPECT_TRUE(Subtrees(table, {}).empty());
  EXPECT_TRUE(Subtrees(table, {4}).empty());
}

}  // namespace
}  // namespace benchcell
