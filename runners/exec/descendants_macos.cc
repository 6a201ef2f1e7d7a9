#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "runners/exec/descendants.h"
#include "runners/exec/scope_members.h"
#include "runners/exec/warden_report.h"

namespace benchcell {
namespace {

// What hangs together below this process.
std::vector<ProcessEntry> LivingBelow() {
  std::vector<ProcessEntry> living;
  for (const ProcessEntry& entry : Subtrees(ReadProcessTable(), {getpid()})) {
    if (entry.pid != getpid() && !entry.zombie) living.push_back(entry);
  }
  return living;
}

}  // namespace

void AdoptOrphans() {}

bool DieWithWarden(pid_t warden) { return getppid() == warden; }

// Without subreapers, orphans are found by the run's mark in their environment.
void EndDescendants() {
  const char* const token = getenv(kScopeVariable);
  for (;;) {
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    std::vector<ProcessEntry> members = LivingBelow();
    if (token != nullptr) {
      const std::vector<ProcessEntry> marked = ScopeMembers(token);
      members.insert(members.end(), marked.begin(), marked.end());
    }
    if (members.empty()) return;
    for (const ProcessEntry& member : members) SignalMember(member, SIGKILL);
    usleep(1000);
  }
}

TreeSize SizeOfDescendants() {
  TreeSize size;
  for (const ProcessEntry& entry : LivingBelow()) {
    size.threads += entry.threads;
    size.resident_bytes += entry.resident_pages * getpagesize();
  }
  return size;
}

}  // namespace benchcell
