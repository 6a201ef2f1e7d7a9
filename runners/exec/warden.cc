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

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "runners/exec/child_watch.h"
#include "runners/exec/clocks.h"
#include "runners/exec/descendants.h"
#include "runners/exec/limit_watch.h"
#include "runners/exec/own_network.h"
#include "runners/exec/program_channel.h"
#include "runners/exec/surroundings.h"
#include "runners/exec/warden_order.h"
#include "runners/exec/warden_report.h"

extern char** environ;

namespace benchcell {
namespace {

WardenReport Failed(WardenStep step, int error) {
  WardenReport report;
  report.failed_step = step;
  report.error = error;
  return report;
}

bool JoinCgroup(const std::string& procs) {
  if (procs.empty()) return false;
  const int fd = open(procs.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool joined = write(fd, "0", 1) == 1;
  close(fd);
  return joined;
}

// Runs in the child, which after vfork borrows the memory of the warden: system calls only.
[[noreturn]] void Become(char** program, int64_t memory_bytes, const ProgramChannel& reports,
                         pid_t warden, int error_pipe) {
  setpgid(0, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  int error = reports.HandOver(kProgramChannel);
  if (error == 0) {
    if (memory_bytes > 0) HoldMemory(memory_bytes);
    if (DieWithWarden(warden)) execve(program[0], program, environ);
    error = errno;
  }
  while (write(error_pipe, &error, sizeof(error)) < 0 && errno == EINTR) {
  }
  _exit(1);
}

// The child's process id, or -errno. A failed exec is told through the pipe and not through the
// shared memory, since tools that emulate vfork by fork don't share it.
pid_t Start(char** program, int64_t memory_bytes, const ProgramChannel& reports,
            const int (&error_pipe)[2]) {
  const pid_t warden = getpid();
#ifdef __APPLE__
  const pid_t child = fork();
#else
  const pid_t child = vfork();
#endif
  if (child == 0) Become(program, memory_bytes, reports, warden, error_pipe[1]);
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

// Waits for the end of the child, and brings it about where that is due.
void Watch(ChildWatch& watch, LimitWatch& limits, pid_t child, int64_t deadline_ns,
           WardenReport* report) {
  for (;;) {
    const int64_t due_ns =
        deadline_ns == 0 ? limits.next_ns() : std::min(deadline_ns, limits.next_ns());
    const Wake wake = watch.Wait(due_ns, /*only_child=*/false);
    if (wake == Wake::kChildEnded) return;
    report->peer_gone = wake == Wake::kPeerGone;
    if (wake == Wake::kChannelFull) report->limit = HitLimit::kOutput;
    if (wake == Wake::kDeadline) {
      const int64_t now_ns = ClockNs(CLOCK_MONOTONIC);
      report->timed_out = deadline_ns != 0 && now_ns >= deadline_ns;
      if (!report->timed_out) report->limit = limits.Look(now_ns);
      if (!report->timed_out && report->limit == HitLimit::kNone) continue;
    }
    EndGroup(child);
    watch.Wait(0, /*only_child=*/true);
    return;
  }
}

WardenReport Measure(const WardenOrder& order, char** program) {
  if (chdir(order.working_directory.c_str()) != 0) {
    return Failed(WardenStep::kWorkingDirectory, errno);
  }
  WardenReport report;
  rusage own_before;
  getrusage(RUSAGE_SELF, &own_before);
  report.in_cgroup = JoinCgroup(order.cgroup_procs);
  if (const int error = EnterNetwork(order.network, kNetworkNamespace, kUserNamespace);
      error != 0) {
    return Failed(WardenStep::kNetwork, error);
  }
  const bool by_cgroup = report.in_cgroup && order.cgroup_holds_processes;
  // In a user namespace of its own, the kernel counts the run's processes alone; else it counts all
  // of the user, and root's not at all.
  const bool by_kernel =
      !by_cgroup && order.network == WardenNetwork::kUserNamespace && geteuid() != 0;
  const Surroundings surroundings = Settle(order.limits, by_kernel);
  report.nice = surroundings.nice;
  report.open_files = surroundings.open_files;
  report.background = surroundings.background;
  report.holds_memory = kHoldsMemory;
  report.counts_processes = !(by_cgroup || by_kernel);
  const int64_t memory_bytes =
      report.in_cgroup && order.cgroup_holds_memory ? 0 : order.limits.memory_bytes;
  LimitWatch limits(order.limits, memory_bytes > 0 || report.counts_processes);
  int error_pipe[2];
  if (pipe(error_pipe) != 0) return Failed(WardenStep::kResources, errno);
  for (int end : error_pipe) fcntl(end, F_SETFD, FD_CLOEXEC);
  ProgramChannel reports(order.reports ? kReportFile : -1, order.limits.output_bytes);
  if (const int error = reports.Open(); error != 0) return Failed(WardenStep::kResources, error);
  ChildWatch watch(kWardenChannel, &reports);

  report.start_unix_ns = ClockNs(CLOCK_REALTIME);
  const int64_t start_ns = ClockNs(CLOCK_MONOTONIC);
  const pid_t child = Start(program, memory_bytes, reports, error_pipe);
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
  limits.Start(start_ns);
  Watch(watch, limits, child, deadline_ns, &report);
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
  const HitLimit output = reports.full() ? HitLimit::kOutput : limits.CutOutput();
  if (report.limit == HitLimit::kNone) report.limit = output;
  if (report.limit == HitLimit::kNone && WIFSIGNALED(report.wait_status) &&
      WTERMSIG(report.wait_status) == SIGXFSZ) {
    report.limit = HitLimit::kFileSize;
  }
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
  // Some of them aren't there.
  for (const int fd : {kWardenChannel, kReportFile, kNetworkNamespace, kUserNamespace}) {
    fcntl(fd, F_SETFD, FD_CLOEXEC);
  }
  if (argc == 2 && std::strcmp(argv[1], kNetworkArgument) == 0) {
    MakeOwnNetwork(kWardenChannel);
    return 0;
  }
  WardenOrder order;
  const int program = FromArguments(argc, argv, &order);
  if (program == 0) {
    Send(Failed(WardenStep::kArguments, EINVAL));
    return 2;
  }
  AdoptOrphans();
  Send(Measure(order, argv + program));
  return 0;
}

}  // namespace
}  // namespace benchcell

int main(int argc, char** argv) { return benchcell::Main(argc, argv); }
