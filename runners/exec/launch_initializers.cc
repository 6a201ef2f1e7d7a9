#include "runners/exec/launch_initializers.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>
#ifdef __linux__
#include <linux/close_range.h>
#include <sys/syscall.h>
#endif
#ifdef __APPLE__
#include <sys/sysctl.h>
#endif

namespace benchcell {
namespace {

LaunchError LastError() { return LaunchError(errno, boost::process::v2::system_category()); }

// No descriptor has this number or a higher one.
unsigned EndOfDescriptors() {
  rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  // `unlimited` is a usual limit on macOS.
  rlim_t most = 1 << 20;
#ifdef __APPLE__
  int name[] = {CTL_KERN, KERN_MAXFILESPERPROC};
  int of_kernel = 0;
  size_t size = sizeof(of_kernel);
  if (sysctl(name, 2, &of_kernel, &size, nullptr, 0) == 0) most = of_kernel;
#endif
  return static_cast<unsigned>(std::min(limit.rlim_cur, most));
}

// At the exec, not now: the pipe through which a failed exec is told must stay open until then.
void CloseFromAtExec(unsigned first) {
#ifdef __linux__
  // Linux 5.11.
  if (syscall(SYS_close_range, first, ~0u, CLOSE_RANGE_CLOEXEC) == 0) return;
#endif
  const unsigned end = EndOfDescriptors();
  for (unsigned fd = first; fd < end; ++fd) fcntl(fd, F_SETFD, FD_CLOEXEC);
}

}  // namespace

LaunchError OwnProcessGroup::on_exec_setup(Launcher&, const LaunchPath&, const char* const*) {
  return setpgid(0, 0) == 0 ? LaunchError() : LastError();
}

ExactEnvironment::ExactEnvironment(std::vector<std::string> variables)
    : variables(std::move(variables)) {}

LaunchError ExactEnvironment::on_setup(Launcher& launcher, const LaunchPath&, const char* const*) {
  pointers.clear();
  for (const std::string& variable : variables) pointers.push_back(variable.c_str());
  pointers.push_back(nullptr);
  launcher.env = pointers.data();
  return LaunchError();
}

LaunchError OnlyDescriptors::on_exec_setup(Launcher&, const LaunchPath&, const char* const*) {
  const int count = files.size();
  for (int fd = 0; fd < count; ++fd) {
    if (dup2(files[fd], fd) < 0) return LastError();
  }
  CloseFromAtExec(count);
  return LaunchError();
}

LaunchError DefaultSignals::on_exec_setup(Launcher&, const LaunchPath&, const char* const*) {
  for (int number = 1; number < NSIG; ++number) {
#ifdef __linux__
    // The kernel's own call, since glibc's leaves out the two signals that it keeps for itself; if
    // they are ignored here, they would be in the program. All zero is SIG_DFL; 8 bytes of mask.
    const unsigned long by_default[8] = {};
    syscall(SYS_rt_sigaction, number, by_default, nullptr, 8);
#else
    struct sigaction by_default = {};
    sigaction(number, &by_default, nullptr);
#endif
  }
  sigset_t none;
  sigemptyset(&none);
  return sigprocmask(SIG_SETMASK, &none, nullptr) == 0 ? LaunchError() : LastError();
}

}  // namespace benchcell
