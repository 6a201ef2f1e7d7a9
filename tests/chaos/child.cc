#include "tests/chaos/child.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"

namespace benchcell::chaos {
namespace {

constexpr absl::Duration kLook = absl::Milliseconds(2);
constexpr absl::Duration kLongestProgram = absl::Seconds(20);

int EndOf(int status) { return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status); }

std::vector<char*> Pointers(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

Child::~Child() { Kill(); }

absl::Status Child::Start() {
  if (pid_ > 0) return absl::OkStatus();
  std::vector<std::string> words = spec_.arguments;
  std::vector<std::string> variables = spec_.environment;
  variables.push_back("PATH=/usr/sbin:/usr/bin:/sbin:/bin");
  const std::vector<char*> argv = Pointers(words);
  const std::vector<char*> environment = Pointers(variables);
  const std::string log = spec_.log.string();
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ < 0) return SystemError(errno, "can't start", words[0]);
  if (pid_ > 0) return absl::OkStatus();
  // Only what may be called between fork and exec of a program with threads.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(125);
  const int output = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
  const int input = open("/dev/null", O_RDONLY);
  if (output < 0 || input < 0 || dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0 ||
      (spec_.network >= 0 && setns(spec_.network, CLONE_NEWNET) != 0)) {
    _exit(126);
  }
  execvpe(argv[0], argv.data(), environment.data());
  _exit(127);
}

void Child::Kill() {
  if (pid_ <= 0) return;
  kill(pid_, SIGKILL);
  waitpid(std::exchange(pid_, 0), nullptr, 0);
}

void Child::Ask() {
  if (pid_ > 0) kill(pid_, SIGTERM);
}

int Child::AwaitEnd(absl::Duration patience) {
  if (pid_ <= 0) return 0;
  const absl::Time end = absl::Now() + patience;
  while (absl::Now() < end) {
    if (const std::optional<int> ended = TakeEnd()) return *ended;
    absl::SleepFor(kLook);
  }
  Kill();
  return -SIGKILL;
}

void Child::Freeze() {
  if (pid_ > 0) kill(pid_, SIGSTOP);
}

void Child::Thaw() {
  if (pid_ > 0) kill(pid_, SIGCONT);
}

std::optional<int> Child::TakeEnd() {
  int status = 0;
  if (pid_ <= 0 || waitpid(pid_, &status, WNOHANG) != pid_) return std::nullopt;
  pid_ = 0;
  return EndOf(status);
}

absl::Status RunProgram(const ChildSpec& spec) {
  Child child(spec);
  RETURN_IF_ERROR(child.Start());
  const int ended = child.AwaitEnd(kLongestProgram);
  if (ended == 0) return absl::OkStatus();
  return absl::UnavailableError(absl::StrCat(absl::StrJoin(spec.arguments, " "), ": ended with ",
                                             ended, ": ", ReadTail(spec.log, 1000)));
}

}  // namespace benchcell::chaos
