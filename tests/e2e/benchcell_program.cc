#include "tests/e2e/benchcell_program.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "absl/time/clock.h"
#include "gtest/gtest.h"
#include "runners/base/files.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

// Where Bazel put what this test depends on.
fs::path Runfiles() { return fs::path(std::getenv("TEST_SRCDIR")) / std::getenv("TEST_WORKSPACE"); }

}  // namespace

BenchcellProgram::BenchcellProgram(const std::string& name)
    : directory_(fs::path(std::getenv("TEST_TMPDIR")) / name),
      root_(Runfiles()),
      programs_(Runfiles()) {
  EXPECT_TRUE(RemoveAll(directory_).ok());
  EXPECT_TRUE(MakeFolder(directory_).ok());
}

void BenchcellProgram::UseWritableRoot() {
  root_ = directory_ / "root";
  fs::create_directories(root_ / "plugins");
  for (const fs::path folder : {".", "plugins"}) {
    for (const auto& entry : fs::directory_iterator(Runfiles() / folder)) {
      const fs::path target = root_ / folder / entry.path().filename();
      if (entry.path().filename() == "BUILD.bazel") {
        fs::copy_file(entry.path(), target);
      } else if (!fs::exists(target)) {
        fs::create_symlink(entry.path(), target);
      }
    }
  }
}

pid_t BenchcellProgram::Start(const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {programs_ / program_};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> variables = {
      "PATH=" + (directory_ / "empty").string(),
      "HOME=" + directory_.string(),
      "XDG_STATE_HOME=" + directory_.string(),
      "BENCHCELL_ROOT=" + root_.string(),
      "BENCHCELL_PROGRAMS=" + programs_.string(),
      // Tests run side by side; each pretends to be alone on the machine.
      "TMPDIR=" + directory_.string(),
  };
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::vector<char*> environment;
  for (std::string& variable : variables) environment.push_back(variable.data());
  environment.push_back(nullptr);
  const std::string out = directory_ / "out";
  const std::string log = directory_ / "log";
  const pid_t pid = fork();
  if (pid == 0) {
    setpgid(0, 0);
    if (chdir(folder_.c_str()) != 0) _exit(126);
    dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
    dup2(open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644), STDOUT_FILENO);
    dup2(open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644), STDERR_FILENO);
    execve(argv[0], argv.data(), environment.data());
    _exit(127);
  }
  return pid;
}

Finished BenchcellProgram::Wait(pid_t pid) {
  int status = 0;
  waitpid(pid, &status, 0);
  Finished finished;
  finished.code = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
  finished.out = ReadFile(directory_ / "out").value_or("");
  finished.log = Log();
  return finished;
}

Finished BenchcellProgram::Run(const std::vector<std::string>& arguments) {
  return Wait(Start(arguments));
}

std::string BenchcellProgram::Log() const { return ReadFile(directory_ / "log").value_or(""); }

bool BenchcellProgram::WaitForLog(pid_t pid, const std::string& text) const {
  siginfo_t ended = {};
  while (Log().find(text) == std::string::npos) {
    // Looks without taking the exit status away from Wait.
    if (waitid(P_PID, pid, &ended, WEXITED | WNOHANG | WNOWAIT) != 0 || ended.si_pid == pid) {
      return Log().find(text) != std::string::npos;
    }
    absl::SleepFor(absl::Milliseconds(20));
  }
  return true;
}

std::vector<std::string> ProcessesWith(const std::string& text) {
  std::vector<std::string> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    std::string command = ReadFile(entry.path() / "cmdline").value_or("");
    std::replace(command.begin(), command.end(), '\0', ' ');
    if (command.find(text) != std::string::npos) found.push_back(std::move(command));
  }
  return found;
}

}  // namespace benchcell
