#include "runners/exec/warden_runner.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <cstring>
#include <thread>

#include "absl/time/clock.h"
#include "runners/exec/runner_fixture.h"

namespace benchcell {
namespace {

using WardenRunnerTest = RunnerFixture;

// Counts how often it is read, and pretends that the machine was busy for a second in between.
class FakeCpuTimes : public CpuTimesReader {
 public:
  absl::StatusOr<CpuTimes> Read() override {
    CpuTimes times;
    times.user = absl::Seconds(100 + reads++);
    return times;
  }
  int reads = 0;
};

TEST_F(WardenRunnerTest, GivesTheExitCode) {
  const auto result = Run(ProbeSpec({"exit", "7"}));
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_TRUE(result->exit.has_code());
  EXPECT_EQ(result->exit.code(), 7);
  EXPECT_FALSE(result->exit.timed_out());
}

TEST_F(WardenRunnerTest, GivesExitCode127OfAProgramThatChoseIt) {
  const auto result = Run(ProbeSpec({"exit", "127"}));
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->exit.code(), 127);
}

TEST_F(WardenRunnerTest, GivesTheSignal) {
  const auto result = Run(ProbeSpec({"raise", std::to_string(SIGTERM)}));
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_TRUE(result->exit.has_signal());
  EXPECT_EQ(result->exit.signal(), SIGTERM);
}

TEST_F(WardenRunnerTest, MeasuresTheTreeWithGrandchildren) {
  const absl::Time before = absl::Now();
  const auto result = Run(ProbeSpec({"burn-in-grandchild", "60"}));
  const absl::Time after = absl::Now();
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_GE(result->start, before);
  EXPECT_LE(result->start, after);
  const v1::Usage& usage = result->usage;
  EXPECT_EQ(usage.accounting(), v1::WAIT4);
  EXPECT_GE(usage.user_cpu_ns() + usage.system_cpu_ns(), 50'000'000u);
  EXPECT_GE(usage.wall_ns(), 50'000'000u);
  EXPECT_LE(absl::Nanoseconds(usage.wall_ns()), after - before);
  EXPECT_GT(usage.peak_memory_bytes(), 0u);
  EXPECT_GT(usage.voluntary_context_switches(), 0u);
  EXPECT_EQ(usage.foreign_cpu_ns(), -1);
}

TEST_F(WardenRunnerTest, PeakMemoryIsThatOfTheProgramHoweverBigTheCaller) {
  constexpr size_t kSize = 256 << 20;
  void* const ballast =
      mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(ballast, MAP_FAILED);
  std::memset(ballast, 1, kSize);
  const auto result = Run(Spec({"/bin/true"}));
  munmap(ballast, kSize);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_LT(result->usage.peak_memory_bytes(), kSize / 2);
}

TEST_F(WardenRunnerTest, ForeignTimeIsWhatTheTreeDidNotUse) {
  FakeCpuTimes times;
  WardenRunnerOptions options = Options();
  options.cpu_times = &times;
  const auto result = WardenRunner(options).Run(ProbeSpec({"burn", "20"}), never_);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(times.reads, 2);
  const int64_t own = result->usage.user_cpu_ns() + result->usage.system_cpu_ns();
  EXPECT_GT(own, 0);
  EXPECT_EQ(result->usage.foreign_cpu_ns(), 1'000'000'000 - own);
}

TEST_F(WardenRunnerTest, FallsBackToWait4IfTheCgroupCannotBeJoined) {
  // Looks like a cgroup, but what is made in it has no cgroup.procs.
  std::ofstream(directory_ + "/cgroup.subtree_control") << "cpu memory\n";
  WardenRunnerOptions options = Options();
  options.cgroup_root = directory_;
  const ProcessSpec spec = ProbeSpec({"burn", "20"});
  const auto result = WardenRunner(options).Run(spec, never_);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->usage.accounting(), v1::WAIT4);
  EXPECT_GT(result->usage.user_cpu_ns() + result->usage.system_cpu_ns(), 0u);
  EXPECT_FALSE(std::filesystem::exists(directory_ + "/benchcell-" + spec.scope));
}

TEST_F(WardenRunnerTest, EnvironmentIsExactlyWhatIsListed) {
  ASSERT_EQ(setenv("NOT_FOR_THE_PROGRAM", "1", 1), 0);
  ProcessSpec spec = ProbeSpec({"env"});
  spec.environment = {"B=2 = two", "A=", "PATH=/nowhere"};
  ASSERT_TRUE(Run(spec).ok());
  EXPECT_EQ(Read(spec.stdout_file),
            "B=2 = two\nA=\nPATH=/nowhere\nBENCHCELL_SCOPE=" + spec.scope + "\n");
}

TEST_F(WardenRunnerTest, StartsInTheWorkingDirectory) {
  EXPECT_EQ(OutputOf({"cwd"}), std::filesystem::canonical(directory_).string() + "\n");
}

TEST_F(WardenRunnerTest, StandardInputIsEmpty) { EXPECT_EQ(OutputOf({"copy-stdin"}), ""); }

TEST_F(WardenRunnerTest, OutputAndErrorGoToTheirFilesAndReplaceWhatWasThere) {
  ProcessSpec spec = Spec({"/bin/sh", "-c", "echo out; echo err >&2"});
  std::ofstream(spec.stdout_file) << "something longer than the new content\n";
  ASSERT_TRUE(Run(spec).ok());
  EXPECT_EQ(Read(spec.stdout_file), "out\n");
  EXPECT_EQ(Read(spec.stderr_file), "err\n");
}

TEST_F(WardenRunnerTest, OutputAndErrorMayShareAFile) {
  ProcessSpec spec = Spec({"/bin/sh", "-c", "echo 1; echo 2 >&2; echo 3"});
  spec.stderr_file = spec.stdout_file;
  ASSERT_TRUE(Run(spec).ok());
  EXPECT_EQ(Read(spec.stdout_file), "1\n2\n3\n");
}

TEST_F(WardenRunnerTest, NoOtherDescriptorIsOpen) {
  // Without close-on-exec, far from and near to the three.
  const int low = open("/dev/null", O_RDONLY);
  const int high = fcntl(low, F_DUPFD, 200);
  EXPECT_EQ(OutputOf({"fds"}), "0\n1\n2\n");
  close(low);
  close(high);
}

TEST_F(WardenRunnerTest, SignalsAreNeitherBlockedNorIgnored) {
  sigset_t blocked;
  sigset_t before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  const auto handler = signal(SIGPIPE, SIG_IGN);
  EXPECT_EQ(OutputOf({"signals"}), "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  signal(SIGPIPE, handler);
}

TEST_F(WardenRunnerTest, LeavesTheCallersChildrenAlone) {
  const pid_t other = fork();
  if (other == 0) _exit(9);
  ASSERT_TRUE(Run(ProbeSpec({"exit", "0"})).ok());
  int status = 0;
  ASSERT_EQ(waitpid(other, &status, 0), other);
  EXPECT_EQ(WEXITSTATUS(status), 9);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "the warden was not waited for";
}

TEST_F(WardenRunnerTest, LeavesNoDescriptorBehind) {
  const auto count = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
  };
  ASSERT_TRUE(Run(ProbeSpec({"exit", "0"})).ok());
  const auto before = count();
  ASSERT_TRUE(Run(ProbeSpec({"exit", "0"})).ok());
  EXPECT_FALSE(Run(Spec({"/no/such/program"})).ok());
  EXPECT_EQ(count(), before);
}

TEST_F(WardenRunnerTest, RunsFromSeveralThreadsAtOnce) {
  std::vector<uint32_t> codes(4, 999);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < codes.size(); ++i) {
    threads.emplace_back([&, i] {
      ProcessSpec spec = ProbeSpec({"exit", std::to_string(i)});
      spec.stdout_file += std::to_string(i);
      spec.stderr_file += std::to_string(i);
      spec.scope += std::to_string(i);
      const auto result = Run(spec);
      if (result.ok()) codes[i] = result->exit.code();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(codes, (std::vector<uint32_t>{0, 1, 2, 3}));
}

// What can't be started, and how that is told.
struct Refusal {
  const char* name;
  std::string program;
  const char* directory;
  absl::StatusCode code;
  const char* words;
};

class WardenRunnerRefusalTest : public RunnerFixture,
                                public testing::WithParamInterface<Refusal> {};

TEST_P(WardenRunnerRefusalTest, IsAStatusThatNamesPathAndReason) {
  std::ofstream(directory_ + "/plain.txt") << "no program";
  std::ofstream(directory_ + "/script") << "#!/no/interpreter\n";
  std::filesystem::permissions(directory_ + "/script", std::filesystem::perms::owner_all);
  const Refusal& refusal = GetParam();
  const std::string program =
      refusal.program[0] == '/' ? refusal.program : directory_ + "/" + refusal.program;
  ProcessSpec spec = Spec({program});
  if (*refusal.directory != '\0') spec.working_directory = refusal.directory;
  const absl::Status status = Run(spec).status();
  EXPECT_EQ(status.code(), refusal.code) << status;
  EXPECT_NE(std::string(status.message()).find(refusal.words), std::string::npos) << status;
}

INSTANTIATE_TEST_SUITE_P(
    All, WardenRunnerRefusalTest,
    testing::Values(
        Refusal{"Missing", "/no/such/program", "", absl::StatusCode::kAborted,
                "can't start /no/such/program"},
        Refusal{"NotExecutable", "plain.txt", "", absl::StatusCode::kAborted, "plain.txt"},
        Refusal{"Folder", "/etc", "", absl::StatusCode::kAborted, "/etc"},
        Refusal{"NoInterpreter", "script", "", absl::StatusCode::kAborted, "/no/interpreter"},
        Refusal{"NoDirectory", "/bin/true", "/no/such/folder", absl::StatusCode::kNotFound,
                "can't enter /no/such/folder"}),
    [](const testing::TestParamInfo<Refusal>& info) { return info.param.name; });

TEST_F(WardenRunnerTest, AFileThatCannotBeOpenedIsNamed) {
  ProcessSpec spec = ProbeSpec({"exit", "0"});
  spec.stderr_file = "/no/such/folder/stderr";
  const absl::Status status = Run(spec).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_NE(std::string(status.message()).find("/no/such/folder/stderr"), std::string::npos);
}

TEST_F(WardenRunnerTest, AMissingWardenIsNamed) {
  WardenRunnerOptions options = Options();
  options.warden = "/no/such/warden";
  const absl::Status status = WardenRunner(options).Run(ProbeSpec({"exit", "0"}), never_).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_NE(std::string(status.message()).find("/no/such/warden"), std::string::npos);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a zombie was left";
}

TEST_F(WardenRunnerTest, ABrokenSpecIsRefused) {
  EXPECT_EQ(Run(Spec({"relative/program"})).status().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace benchcell
