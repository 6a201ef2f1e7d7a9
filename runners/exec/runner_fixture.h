// What the tests of the runner share: a folder, the programs, and a spec that runs the probe.

#ifndef BENCHCELL_RUNNERS_EXEC_RUNNER_FIXTURE_H_
#define BENCHCELL_RUNNERS_EXEC_RUNNER_FIXTURE_H_

#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "runners/exec/warden_runner.h"

namespace benchcell {

class RunnerFixture : public testing::Test {
 protected:
  RunnerFixture() {
    const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
    directory_ = testing::TempDir() + "/" + test->test_suite_name() + "." + test->name();
    std::filesystem::remove_all(directory_);
    std::filesystem::create_directories(directory_);
  }

  static std::string Program(const char* variable) {
    return std::filesystem::absolute(std::getenv(variable)).string();
  }

  static WardenRunnerOptions Options() {
    WardenRunnerOptions options;
    options.warden = Program("WARDEN");
    return options;
  }

  ProcessSpec Spec(std::vector<std::string> argv) const {
    ProcessSpec spec;
    spec.argv = std::move(argv);
    spec.working_directory = directory_;
    spec.stdout_file = directory_ + "/stdout";
    spec.stderr_file = directory_ + "/stderr";
    spec.timeout = absl::Minutes(1);
    // Unique over tests that run at the same time.
    std::ostringstream scope;
    scope << std::hex << "5c09e" << getpid() << std::hash<std::string>()(directory_);
    spec.scope = scope.str();
    return spec;
  }

  ProcessSpec ProbeSpec(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), Program("PROBE"));
    return Spec(std::move(arguments));
  }

  absl::StatusOr<ProcessResult> Run(const ProcessSpec& spec) {
    return WardenRunner(Options()).Run(spec, never_);
  }

  // Runs the probe, which must exit with 0, and gives its standard output.
  std::string OutputOf(std::vector<std::string> arguments) {
    const absl::StatusOr<ProcessResult> result = Run(ProbeSpec(std::move(arguments)));
    EXPECT_TRUE(result.ok()) << result.status();
    if (result.ok()) {
      EXPECT_EQ(result->exit.code(), 0);
    }
    return Read(directory_ + "/stdout");
  }

  static std::string Read(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }

  std::string PidFile() const { return directory_ + "/pids"; }

  // The process ids that probes have added to PidFile(), once there are `count`.
  std::vector<pid_t> AwaitPids(size_t count) const {
    for (;;) {
      std::ifstream file(PidFile());
      std::vector<pid_t> pids;
      for (pid_t pid; file >> pid;) pids.push_back(pid);
      if (pids.size() >= count) return pids;
      usleep(1000);
    }
  }

  // There is no such process, or it has ended and only waits to be reaped by another parent.
  static bool IsGone(pid_t pid) {
    const std::string stat = Read("/proc/" + std::to_string(pid) + "/stat");
    return stat.empty() || stat.find(") Z ") != std::string::npos;
  }

  std::string directory_;
  CancellationFlag never_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_RUNNER_FIXTURE_H_
