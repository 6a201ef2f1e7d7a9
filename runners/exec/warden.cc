// Watches over one run: starts the program, measures it, and sees to it that nothing of it
// survives, neither its own end nor that of the agent. See warden_report.h for how to start it.
//
// Why a process of its own between agent and program:
//  - It is the subreaper of the run, so daemons that the program leaves come here and are ended,
//    and "no child left" is proof that the tree is gone. The agent's own children are not touched.
//  - If the agent is killed with -9, the warden still ends the tree, at once.
//  - Linux counts the memory of whoever calls exec into the peak of the new program. This one is
//    small and statically linked; from an agent of 1 GB every program would seem to need 1 GB.
//  - Starting from here costs the same however big the agent is and however many threads it has.

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "runners/exec/child_watch.h"
#include "runners/exec/clocks.h"
#include "runners/exec/descendants.h"
#include "runners/exec/program_channel.h"
#include "runners/exec/warden_report.h"

extern char** environ;

namespace benchcell {
namespace {

struct Order {
  const char* working_directory;
  int64_t timeout_ns;
  const char* cgroup_procs;
  // Descriptor of the file for what the program reports; -1 for none.
  int report_file;
  char** program;
};

WardenReport Failed(WardenStep step, int error) {
  WardenReport report;
  report.failed_step = step;
  report.error = error;
  return report;
}

bool JoinCgroup(const char* procs) {
  if (*procs == '\0') return false;
  const int fd = open(procs, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool joined = write(fd, "0", 1) == 1;
  close(fd);
  return joined;
}

// Runs in the child, which after vfork borrows the memory of the warden: system calls only.
[[noreturn]] void Become(const Order& order, const ProgramChannel& reports, pid_t warden,
                         int error_pipe) {
  setpgid(0, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  int error = reports.HandOver(kProgramChannel);
  if (error == 0) {
    if (DieWithWarden(warden)) execve(order.program[0], order.program, environ);
    error = errno;
  }
  while (write(error_pipe, &error, sizeof(error)) < 0 && errno == EINTR) {
  }
  _exit(1);
}

// The child's process id, or -errno. A failed exec is told through the pipe and not through the
// shared memory, since tools that emulate vfork by fork don't share it.
pid_t Start(const Order& order, const ProgramChannel& reports, const int (&error_pipe)[2]) {
  const pid_t warden = getpid();
#ifdef __APPLE__
  const pid_t child = fork();
#else
  const pid_t child = vfork();
#endif
  if (child == 0) Become(order, reports, warden, error_pipe[1]);
  if (child < 0) return -errno;
  close(error_pipe[1]);
  int error = 0;
  if (read(error_pipe[0], &error, sizeof(error)) != sizeof(error)) return child;
  waitpid(child, nullptr, 0);
  return -error;
}

// Peak memory in bytes: Linux counts KiB.
int64_t PeakBytes(const rusage& usage) {
#ifdef __APPLE__
  return usage.ru_maxrss;
#else
  return int64_t{usage.ru_maxrss} * 1024;
#endif
}

// After everything has ended, so that all that could be waited for is in it.
void AddUsage(const rusage& own_before, WardenReport* report) {
  rusage tree;
  rusage own;
  getrusage(RUSAGE_CHILDREN, &tree);
  getrusage(RUSAGE_SELF, &own);
  report->user_ns = ToNs(tree.ru_utime);
  report->system_ns = ToNs(tree.ru_stime);
  report->peak_memory_bytes = PeakBytes(tree);
  report->voluntary_switches = tree.ru_nvcsw;
  report->involuntary_switches = tree.ru_nivcsw;
  report->own_user_ns = ToNs(own.ru_utime) - ToNs(own_before.ru_utime);
  report->own_system_ns = ToNs(own.ru_stime) - ToNs(own_before.ru_stime);
}

void EndGroup(pid_t child) {
  // The child by itself too: it may have joined another group.
  kill(child, SIGKILL);
  kill(-child, SIGKILL);
}

WardenReport Measure(const Order& order) {
  if (chdir(order.working_directory) != 0) return Failed(WardenStep::kWorkingDirectory, errno);
  WardenReport report;
  rusage own_before;
  getrusage(RUSAGE_SELF, &own_before);
  report.in_cgroup = JoinCgroup(order.cgroup_procs);
  int error_pipe[2];
  if (pipe(error_pipe) != 0) return Failed(WardenStep::kResources, errno);
  for (int end : error_pipe) fcntl(end, F_SETFD, FD_CLOEXEC);
  ProgramChannel reports(order.report_file);
  if (const int error = reports.Open(); error != 0) return Failed(WardenStep::kResources, error);
  ChildWatch watch(kWardenChannel, &reports);

  report.start_unix_ns = ClockNs(CLOCK_REALTIME);
  const int64_t start_ns = ClockNs(CLOCK_MONOTONIC);
  const pid_t child = Start(order, reports, error_pipe);
  reports.CloseProgramEnd();
  if (child == -EAGAIN || child == -ENOMEM) return Failed(WardenStep::kResources, -child);
  if (child < 0) return Failed(WardenStep::kExec, -child);
  const int error = watch.Follow(child);
  if (error != 0) {
    EndGroup(child);
    EndDescendants();
    return Failed(WardenStep::kResources, error);
  }
  const int64_t deadline_ns = order.timeout_ns == 0 ? 0 : start_ns + order.timeout_ns;
  Wake wake = watch.Wait(deadline_ns, /*watch_peer=*/true);
  report.timed_out = wake == Wake::kDeadline;
  report.peer_gone = wake == Wake::kPeerGone;
  if (wake != Wake::kChildEnded) {
    EndGroup(child);
    watch.Wait(0, /*watch_peer=*/false);
  }
  report.wall_ns = ClockNs(CLOCK_MONOTONIC) - start_ns;

  // The group first: as long as the child isn't waited for, its number can't belong to another.
  EndGroup(child);
  waitpid(child, &report.wait_status, 0);
  EndDescendants();
  // All who could write are gone. Only if the program handed its end to a process outside of the
  // tree is there anything to wait for.
  constexpr int kGraceMs = 500;
  reports.Finish(kGraceMs);
  report.report_error = reports.error();
  AddUsage(own_before, &report);
  return report;
}

void Send(const WardenReport& report) {
#ifdef __APPLE__
  const int on = 1;
  setsockopt(kWardenChannel, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof(on));
  send(kWardenChannel, &report, sizeof(report), 0);
#else
  send(kWardenChannel, &report, sizeof(report), MSG_NOSIGNAL);
#endif
}

int Main(int argc, char** argv) {
  fcntl(kWardenChannel, F_SETFD, FD_CLOEXEC);
  if (argc < 6) {
    Send(Failed(WardenStep::kArguments, EINVAL));
    return 2;
  }
  AdoptOrphans();
  const bool reports = *argv[4] != '\0';
  if (reports) fcntl(kReportFile, F_SETFD, FD_CLOEXEC);
  Send(Measure({argv[1], std::strtoll(argv[2], nullptr, 10), argv[3], reports ? kReportFile : -1,
                argv + 5}));
  return 0;
}

}  // namespace
}  // namespace benchcell

int main(int argc, char** argv) { return benchcell::Main(argc, argv); }
