#include <signal.h>
#include <sys/sysctl.h>

#include "runners/exec/scope_members.h"

namespace benchcell {

// Number of arguments, path, arguments, environment: the mark is looked for in all strings.
std::string ReadEnvironment(pid_t pid) {
  int name[] = {CTL_KERN, KERN_PROCARGS2, pid};
  size_t size = 0;
  if (sysctl(name, 3, nullptr, &size, nullptr, 0) != 0) return "";
  std::string text(size, '\0');
  if (sysctl(name, 3, text.data(), &size, nullptr, 0) != 0) return "";
  text.resize(size);
  return text.size() > sizeof(int) ? text.substr(sizeof(int)) : "";
}

// There is no descriptor that stands for a process, so its number might change hands in between.
void SignalMember(const ProcessEntry& member, int signal) {
  if (IsAlive(member)) kill(member.pid, signal);
}

}  // namespace benchcell
