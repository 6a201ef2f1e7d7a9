#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "runners/exec/descendants.h"
#include "runners/exec/process_table.h"

namespace benchcell {

void AdoptOrphans() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

bool DieWithWarden(pid_t warden) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The warden may have ended before the line above; then this process has another parent.
  return getppid() == warden;
}

void EndDescendants() {
  for (;;) {
    pid_t ended;
    while ((ended = waitpid(-1, nullptr, WNOHANG)) > 0) {
    }
    // As a subreaper this process is an ancestor of every descendant until the last is reaped, so
    // having no child is proof that nothing is left. The usual case, without a look into /proc.
    if (ended < 0 && errno == ECHILD) return;
    for (const ProcessEntry& entry : Subtrees(ReadProcessTable(), {getpid()})) {
      if (entry.pid != getpid() && !entry.zombie) kill(entry.pid, SIGKILL);
    }
    // At least one child was killed or has ended; its children become ours.
    waitpid(-1, nullptr, 0);
  }
}

TreeSize SizeOfDescendants() {
  TreeSize size;
  for (const ProcessEntry& entry : Subtrees(ReadProcessTable(), {getpid()})) {
    if (entry.pid == getpid() || entry.zombie) continue;
    size.threads += entry.threads;
    size.resident_bytes += entry.resident_pages * sysconf(_SC_PAGESIZE);
  }
  return size;
}

}  // namespace benchcell
