// Whatever ends a run, nothing of it is left.

#include <sys/wait.h>

#include <thread>

#include "runners/exec/runner_fixture.h"
#include "runners/exec/scope.h"

namespace benchcell {
namespace {

class NothingLeftTest : public RunnerFixture {
 protected:
  void ExpectGone(size_t count) {
    for (pid_t pid : AwaitPids(count)) EXPECT_TRUE(IsGone(pid)) << pid;
  }

  // Runs the probe in a process of its own, which stands for an agent. Returns its id.
  pid_t StartAgent(const ProcessSpec& spec) {
    const pid_t agent = fork();
    if (agent == 0) _exit(Run(spec).ok() ? 0 : 1);
    return agent;
  }

  static void Kill9(pid_t pid) {
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
  }

  static pid_t ParentOf(pid_t pid) {
    const std::string stat = Read("/proc/" + std::to_string(pid) + "/stat");
    std::istringstream rest(stat.substr(stat.rfind(')') + 1));
    std::string state;
    pid_t parent = 0;
    rest >> state >> parent;
    return parent;
  }
};

TEST_F(NothingLeftTest, ADaemonEndsWithTheProgramThatStartedIt) {
  const auto result = Run(ProbeSpec({"daemon", PidFile()}));
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->exit.code(), 0);
  ExpectGone(1);
}

TEST_F(NothingLeftTest, ADaemonThatClearedItsEnvironmentEndsToo) {
  ASSERT_TRUE(Run(ProbeSpec({"bare-daemon", PidFile()})).ok());
  ExpectGone(1);
}

TEST_F(NothingLeftTest, ABackgroundProcessOfAShellEnds) {
  const std::string probe = Program("PROBE");
  ASSERT_TRUE(Run(Spec({"/bin/sh", "-c",
                        "'" + probe + "' linger '" + PidFile() + "' & while [ ! -s '" + PidFile() +
                            "' ]; do :; done"}))
                  .ok());
  ExpectGone(1);
}

TEST_F(NothingLeftTest, TimeoutEndsAGroupThatIgnoresSigterm) {
  ProcessSpec spec = ProbeSpec({"group", PidFile()});
  spec.timeout = absl::Milliseconds(300);
  const auto result = Run(spec);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_TRUE(result->exit.timed_out());
  EXPECT_EQ(result->exit.signal(), SIGKILL);
  EXPECT_GE(result->usage.wall_ns(), 300'000'000u);
  std::ifstream pids(PidFile());
  for (pid_t pid; pids >> pid;) EXPECT_TRUE(IsGone(pid)) << pid;
}

TEST_F(NothingLeftTest, TimeoutEndsADaemon) {
  ProcessSpec spec = ProbeSpec({"linger-with-daemon", PidFile()});
  spec.timeout = absl::Milliseconds(300);
  const auto result = Run(spec);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_TRUE(result->exit.timed_out());
  std::ifstream pids(PidFile());
  for (pid_t pid; pids >> pid;) EXPECT_TRUE(IsGone(pid)) << pid;
}

TEST_F(NothingLeftTest, CancelFromAnotherThreadEndsEverything) {
  CancellationFlag cancel;
  std::thread canceller([&] {
    AwaitPids(2);
    cancel.Cancel();
  });
  ProcessSpec spec = ProbeSpec({"linger-with-daemon", PidFile()});
  spec.timeout = absl::InfiniteDuration();
  const absl::Status status = WardenRunner(Options()).Run(spec, cancel).status();
  canceller.join();
  EXPECT_EQ(status.code(), absl::StatusCode::kCancelled) << status;
  ExpectGone(2);
}

TEST_F(NothingLeftTest, NothingStartsAfterCancel) {
  CancellationFlag cancel;
  cancel.Cancel();
  const absl::Status status =
      WardenRunner(Options()).Run(ProbeSpec({"linger", PidFile()}), cancel).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kCancelled);
  EXPECT_FALSE(std::filesystem::exists(PidFile()));
}

// A daemon that ends during the run is reaped: its starter, who waits for its id to vanish, sees
// it.
TEST_F(NothingLeftTest, AnOrphanThatEndsIsNoZombie) {
  const auto result = Run(Spec({"/bin/sh", "-c",
                                "p=$(sh -c 'sleep 0.05 >/dev/null & echo $!'); "
                                "while kill -0 $p 2>/dev/null; do sleep 0.01; done"}));
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_FALSE(result->exit.timed_out());
}

TEST_F(NothingLeftTest, TheWardenEndsEverythingWhenTheAgentIsKilled) {
  const pid_t agent = StartAgent(ProbeSpec({"linger-with-daemon", PidFile()}));
  const std::vector<pid_t> pids = AwaitPids(2);
  Kill9(agent);
  // Hangs, and so fails, if they go on.
  for (pid_t pid : pids) {
    while (!IsGone(pid)) usleep(1000);
  }
}

TEST_F(NothingLeftTest, TheProgramDiesWithItsWardenAndKillScopeEndsTheRest) {
  const ProcessSpec spec = ProbeSpec({"linger-with-daemon", PidFile()});
  const pid_t agent = StartAgent(spec);
  const std::vector<pid_t> pids = AwaitPids(2);
  // The daemon writes first; its parent is the warden, which has adopted it.
  const pid_t warden = ParentOf(pids[0]);
  EXPECT_EQ(ParentOf(pids[1]), warden);
  kill(agent, SIGSTOP);
  kill(warden, SIGKILL);
  Kill9(agent);
  while (!IsGone(pids[1])) usleep(1000);
  EXPECT_FALSE(IsGone(pids[0])) << "nobody was left to end the daemon";
  const absl::Status status = KillScope(spec.scope);
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_TRUE(IsGone(pids[0]));
}

TEST_F(NothingLeftTest, TheRunnerEndsEverythingWhenTheWardenIsKilled) {
  std::thread killer([&] { kill(ParentOf(AwaitPids(2)[0]), SIGKILL); });
  const absl::Status status = Run(ProbeSpec({"linger-with-daemon", PidFile()})).status();
  killer.join();
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
  EXPECT_NE(std::string(status.message()).find("signal 9"), std::string::npos) << status;
  // The program was killed by the kernel together with its warden, and may be in the midst of
  // ending.
  for (pid_t pid : AwaitPids(2)) {
    while (!IsGone(pid)) usleep(1000);
  }
}

TEST_F(NothingLeftTest, TheRunnerGivesUpOnAWardenThatWasStopped) {
  WardenRunnerOptions options = Options();
  options.grace = absl::Milliseconds(100);
  ProcessSpec spec = Spec({"/bin/sh", "-c", "kill -STOP $PPID; sleep 1000"});
  spec.timeout = absl::Milliseconds(100);
  const absl::Status status = WardenRunner(options).Run(spec, never_).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal) << status;
}

TEST_F(NothingLeftTest, KillScopeLeavesOtherScopesAlone) {
  const ProcessSpec spec = ProbeSpec({"linger", PidFile()});
  const pid_t agent = StartAgent(spec);
  const pid_t lingering = AwaitPids(1)[0];
  EXPECT_TRUE(KillScope("0123456789abcdef").ok());
  EXPECT_TRUE(KillScope(spec.scope.substr(0, spec.scope.size() - 1)).ok());
  EXPECT_FALSE(IsGone(lingering));
  EXPECT_TRUE(KillScope(spec.scope).ok());
  EXPECT_TRUE(IsGone(lingering));
  Kill9(agent);
}

TEST_F(NothingLeftTest, KillScopeRefusesATokenThatCouldMatchOthers) {
  for (const char* token : {"", "123", "not-hexadecimal"}) {
    EXPECT_EQ(KillScope(token).code(), absl::StatusCode::kInvalidArgument) << token;
  }
}

}  // namespace
}  // namespace benchcell
