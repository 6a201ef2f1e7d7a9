// Runs that are stopped in the middle, in every way, go on where they were.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "tests/e2e/benchcell_program.h"

namespace benchcell {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Le;
using testing::SizeIs;

const std::vector<std::string> kCommand = {"run", "tests/e2e/tiny.textproto",
                                           "--bundles=tests/e2e/tiny.bundles.json",
                                           "--only=state=warm", "--rounds=2"};

// What names the runs in a CSV whose samples of wall time stand behind `mark`: run, cell, round,
// position.
std::vector<std::string> RunsIn(const std::string& csv, const std::string& mark) {
  std::vector<std::string> runs;
  const std::vector<std::string> lines = absl::StrSplit(csv, "\r\n");
  for (const std::string& line : lines) {
    if (!absl::StrContains(line, ",wall_time,") || !absl::StrContains(line, mark)) continue;
    const std::vector<std::string> fields = absl::StrSplit(line, absl::MaxSplits(',', 8));
    runs.push_back(absl::StrJoin({fields[0], fields[5], fields[6], fields[7]}, ","));
  }
  return runs;
}

// Stops a run after its first block with a signal and checks that the same command completes it.
void StopAndResume(const std::string& name, int signal, int expected_code) {
  BenchcellProgram benchcell(name);
  const pid_t pid = benchcell.Start(kCommand);
  ASSERT_TRUE(benchcell.WaitForLog(pid, "blocks 1/4")) << benchcell.Log();
  kill(pid, signal);
  const Finished stopped = benchcell.Wait(pid);
  EXPECT_EQ(stopped.code, expected_code) << stopped.log;
  EXPECT_THAT(stopped.out, IsEmpty()) << "half a table would be taken for a whole one";

  const Finished resumed = benchcell.Run(kCommand);
  EXPECT_EQ(resumed.code, 0) << resumed.log;
  EXPECT_THAT(resumed.log, HasSubstr("resuming run tiny-"));
  EXPECT_THAT(ProcessesWith(benchcell.directory().string() + "/benchcell/agent/runs"), IsEmpty());

  // 2 cells, 2 builds, 2 rounds of 2 runs, each measured exactly once among those that count.
  // `superseded` stands before the machine, whose id starts with m-.
  const std::string csv = benchcell.Run({"report", "latest", "--format=csv"}).out;
  const std::vector<std::string> used = RunsIn(csv, ",false,m-");
  EXPECT_THAT(used, SizeIs(16));
  EXPECT_THAT(std::set<std::string>(used.begin(), used.end()), SizeIs(16));
  EXPECT_THAT(RunsIn(csv, ",true,m-"), SizeIs(Le(4))) << "at most the interrupted block";
  const std::vector<std::string> runs =
      absl::StrSplit(benchcell.Run({"runs"}).out, '\n', absl::SkipEmpty());
  EXPECT_THAT(runs, SizeIs(1));
}

TEST(ResumeTest, AfterKill) { StopAndResume("kill", SIGKILL, -SIGKILL); }

TEST(ResumeTest, AfterInterrupt) { StopAndResume("interrupt", SIGINT, 130); }

TEST(ResumeTest, InterruptSaysWhatIsKeptAndHowToGoOn) {
  BenchcellProgram benchcell("words");
  const pid_t pid = benchcell.Start(kCommand);
  ASSERT_TRUE(benchcell.WaitForLog(pid, "blocks 1/4")) << benchcell.Log();
  kill(pid, SIGINT);
  const Finished stopped = benchcell.Wait(pid);
  EXPECT_THAT(stopped.log, HasSubstr("of 16 runs are measured and kept"));
  EXPECT_THAT(stopped.log, HasSubstr("give the same command again"));
  EXPECT_THAT(benchcell.Run({"runs"}).out, HasSubstr("stopped"));
}

TEST(ResumeTest, OneWorkloadAtATime) {
  BenchcellProgram benchcell("lock");
  const pid_t pid = benchcell.Start(kCommand);
  ASSERT_TRUE(benchcell.WaitForLog(pid, "blocks 0/4")) << benchcell.Log();
  BenchcellProgram other("lock-other");
  std::vector<std::string> command = kCommand;
  command.push_back("--state-dir=" + (benchcell.directory() / "benchcell").string());
  const Finished refused = other.Run(command);
  EXPECT_EQ(refused.code, 3);
  EXPECT_THAT(refused.log, HasSubstr("process " + std::to_string(pid) + " measures"));
  kill(pid, SIGINT);
  benchcell.Wait(pid);
}

}  // namespace
}  // namespace benchcell
