#include <libproc.h>
#include <sys/sysctl.h>
#include <unistd.h>

#include "runners/exec/process_table.h"

namespace benchcell {
namespace {

ProcessEntry EntryOf(const kinfo_proc& process) {
  const timeval& start = process.kp_proc.p_starttime;
  ProcessEntry entry;
  entry.pid = process.kp_proc.p_pid;
  entry.parent = process.kp_eproc.e_ppid;
  entry.zombie = process.kp_proc.p_stat == SZOMB;
  entry.start_ticks = static_cast<uint64_t>(start.tv_sec) * 1'000'000 + start.tv_usec;
  proc_taskinfo task;
  if (proc_pidinfo(entry.pid, PROC_PIDTASKINFO, 0, &task, sizeof(task)) == sizeof(task)) {
    entry.threads = task.pti_threadnum;
    entry.resident_pages = static_cast<int64_t>(task.pti_resident_size) / getpagesize();
  }
  return entry;
}

}  // namespace

bool ReadProcess(pid_t pid, ProcessEntry* entry) {
  int name[] = {CTL_KERN, KERN_PROC, KERN_PROC_PID, pid};
  kinfo_proc process = {};
  size_t size = sizeof(process);
  // No process is no error, but an empty answer.
  if (sysctl(name, 4, &process, &size, nullptr, 0) != 0 || size < sizeof(process)) return false;
  *entry = EntryOf(process);
  return true;
}

std::vector<ProcessEntry> ReadProcessTable() {
  int name[] = {CTL_KERN, KERN_PROC, KERN_PROC_ALL};
  size_t size = 0;
  if (sysctl(name, 3, nullptr, &size, nullptr, 0) != 0) return {};
  // Room for processes that start between the two calls.
  std::vector<kinfo_proc> processes(size / sizeof(kinfo_proc) + 64);
  size = processes.size() * sizeof(kinfo_proc);
  if (sysctl(name, 3, processes.data(), &size, nullptr, 0) != 0) return {};
  processes.resize(size / sizeof(kinfo_proc));
  std::vector<ProcessEntry> table;
  for (const kinfo_proc& process : processes) table.push_back(EntryOf(process));
  return table;
}

}  // namespace benchcell
