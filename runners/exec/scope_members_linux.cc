#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>

#include "runners/exec/scope_members.h"
#include "runners/exec/unique_fd.h"

namespace benchcell {
namespace {

std::string ReadEnvironment(pid_t pid) {
  const std::string path = "/proc/" + std::to_string(pid) + "/environ";
  const UniqueFd file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  char buffer[16384];
  ssize_t size;
  while (file.valid() &&
         ((size = read(file.get(), buffer, sizeof(buffer))) > 0 || (size < 0 && errno == EINTR))) {
    if (size > 0) text.append(buffer, size);
  }
  return text;
}

}  // namespace

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

void SignalMember(const ProcessEntry& member, int signal) {
  // The descriptor stands for whoever has the id now; the check after it tells who that is.
  const UniqueFd pidfd(syscall(SYS_pidfd_open, member.pid, 0));
  if (!pidfd.valid() || !IsAlive(member)) return;
  syscall(SYS_pidfd_send_signal, pidfd.get(), signal, nullptr, 0);
}

}  // namespace benchcell
