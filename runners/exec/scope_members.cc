#include "runners/exec/scope_members.h"

#include <unistd.h>

#include <algorithm>

namespace benchcell {

std::vector<ProcessEntry> ScopeMembers(std::string_view token) {
  const std::vector<ProcessEntry> table = ReadProcessTable();
  std::vector<pid_t> roots;
  for (const ProcessEntry& entry : table) {
    // This process is no root: if it is itself part of a run, it must not end itself.
    if (entry.zombie || entry.pid == getpid()) continue;
    if (HasScopeMark(ReadEnvironment(entry.pid), token)) roots.push_back(entry.pid);
  }
  std::vector<ProcessEntry> members = Subtrees(table, roots);
  members.erase(std::remove_if(members.begin(), members.end(),
                               [](const ProcessEntry& member) {
                                 return member.zombie || member.pid == getpid();
                               }),
                members.end());
  return members;
}

bool IsAlive(const ProcessEntry& member) {
  ProcessEntry now;
  return ReadProcess(member.pid, &now) && !now.zombie && now.start_ticks == member.start_ticks;
}

}  // namespace benchcell
