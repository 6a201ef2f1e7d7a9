#include <signal.h>
#include <sys/sysctl.h>
#include <unistd.h>

#include <cstring>
#include <string>

#include "runners/exec/scope_members.h"

namespace benchcell {
namespace {

std::vector<kinfo_proc> AllProcesses() {
  int name[] = {CTL_KERN, KERN_PROC, KERN_PROC_UID, static_cast<int>(geteuid())};
  size_t size = 0;
  if (sysctl(name, 4, nullptr, &size, nullptr, 0) != 0) return {};
  // Room for processes that start between the two calls.
  std::vector<kinfo_proc> processes(size / sizeof(kinfo_proc) + 64);
  size = processes.size() * sizeof(kinfo_proc);
  if (sysctl(name, 4, processes.data(), &size, nullptr, 0) != 0) return {};
  processes.resize(size / sizeof(kinfo_proc));
  return processes;
}

// Number of arguments, path, arguments, environment: the mark is looked for in all strings.
std::string ArgumentsAndEnvironment(pid_t pid) {
  int name[] = {CTL_KERN, KERN_PROCARGS2, pid};
  size_t size = 0;
  if (sysctl(name, 3, nullptr, &size, nullptr, 0) != 0) return "";
  std::string text(size, '\0');
  if (sysctl(name, 3, text.data(), &size, nullptr, 0) != 0) return "";
  text.resize(size);
  return text.size() > sizeof(int) ? text.substr(sizeof(int)) : "";
}

}  // namespace

std::vector<ProcessEntry> ScopeMembers(std::string_view token) {
  std::vector<ProcessEntry> members;
  for (const kinfo_proc& process : AllProcesses()) {
    const pid_t pid = process.kp_proc.p_pid;
    if (pid == getpid() || process.kp_proc.p_stat == SZOMB) continue;
    if (!HasScopeMark(ArgumentsAndEnvironment(pid), token)) continue;
    members.push_back({pid, process.kp_eproc.e_ppid, false, 0});
  }
  return members;
}

bool IsAlive(const ProcessEntry& member) {
  int name[] = {CTL_KERN, KERN_PROC, KERN_PROC_PID, member.pid};
  kinfo_proc process = {};
  size_t size = sizeof(process);
  return sysctl(name, 4, &process, &size, nullptr, 0) == 0 && size > 0 &&
         process.kp_proc.p_stat != SZOMB;
}

void SignalMember(const ProcessEntry& member, int signal) { kill(member.pid, signal); }

}  // namespace benchcell
