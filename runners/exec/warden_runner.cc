#include "runners/exec/warden_runner.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runners/base/cloexec.h"
#include "runners/exec/check_spec.h"
#include "runners/exec/clocks.h"
#include "runners/exec/isolation.h"
#include "runners/exec/launch_warden.h"
#include "runners/exec/no_start.h"
#include "runners/exec/output_room.h"
#include "runners/exec/run_cgroup.h"
#include "runners/exec/scope.h"
#include "runners/exec/unique_fd.h"
#include "runners/exec/usage.h"
#include "runners/exec/warden_order.h"
#include "runners/exec/warden_report.h"

namespace benchcell {
namespace {

absl::StatusOr<UniqueFd> Open(const std::string& path, int flags) {
  UniqueFd file(open(path.c_str(), flags | O_CLOEXEC, 0644));
  if (!file.valid()) return absl::ErrnoToStatus(errno, absl::StrCat("can't open ", path));
  return file;
}

// The descriptors that the program starts with.
struct Streams {
  UniqueFd input;
  UniqueFd output;
  UniqueFd error;
  // What it reports; not valid without a channel.
  UniqueFd reports;
};

// A new file for what the program writes, with room for it.
absl::StatusOr<UniqueFd> OpenOutput(const std::string& path) {
  absl::StatusOr<UniqueFd> file = Open(path, O_WRONLY | O_CREAT | O_TRUNC);
  if (!file.ok()) return file;
  if (absl::Status room = TakeOutputRoom(file->get(), kOutputRoom, path); !room.ok()) return room;
  return file;
}

absl::StatusOr<Streams> OpenStreams(const ProcessSpec& spec) {
  absl::StatusOr<UniqueFd> input = Open("/dev/null", O_RDONLY);
  if (!input.ok()) return input.status();
  absl::StatusOr<UniqueFd> output = OpenOutput(spec.stdout_file);
  if (!output.ok()) return output.status();
  // One description for both, or each would overwrite what the other wrote.
  absl::StatusOr<UniqueFd> error = spec.stderr_file == spec.stdout_file
                                       ? UniqueFd(fcntl(output->get(), F_DUPFD_CLOEXEC, 0))
                                       : OpenOutput(spec.stderr_file);
  if (!error.ok()) return error.status();
  Streams streams{*std::move(input), *std::move(output), *std::move(error), UniqueFd()};
  if (spec.channel_file.empty()) return streams;
  absl::StatusOr<UniqueFd> reports = OpenOutput(spec.channel_file);
  if (!reports.ok()) return reports.status();
  streams.reports = *std::move(reports);
  return streams;
}

std::optional<CpuTimes> ReadTimes(CpuTimesReader* reader) {
  if (reader == nullptr) return std::nullopt;
  absl::StatusOr<CpuTimes> times = reader->Read();
  if (!times.ok()) return std::nullopt;
  return *times;
}

// 0 for none. Ten years are none: sums with them must not overflow.
int64_t TimeoutNs(const ProcessSpec& spec) {
  if (spec.timeout > absl::Hours(24 * 3650)) return 0;
  return std::max<int64_t>(1, absl::ToInt64Nanoseconds(spec.timeout));
}

// Reads the report from `channel`; as soon as `cancel` is raised, tells the warden to end the run.
// False if the warden has gone without a whole report, or says nothing for `grace_ns` after it
// should have ended the run.
bool AwaitReport(int channel, const CancellationFlag& cancel, int64_t timeout_ns, int64_t grace_ns,
                 WardenReport* report) {
  // Of the monotonic clock; 0 for none.
  int64_t limit_ns = timeout_ns == 0 ? 0 : ClockNs(CLOCK_MONOTONIC) + timeout_ns + grace_ns;
  char* const bytes = reinterpret_cast<char*>(report);
  size_t filled = 0;
  pollfd events[] = {{channel, POLLIN, 0}, {cancel.fd(), POLLIN, 0}};
  while (filled < sizeof(*report)) {
    const int64_t left_ns = limit_ns - ClockNs(CLOCK_MONOTONIC);
    if (limit_ns != 0 && left_ns <= 0) return false;
    constexpr int64_t kLongestMs = 1'000'000'000;
    poll(events, 2, limit_ns == 0 ? -1 : std::min(left_ns / 1'000'000 + 1, kLongestMs));
    if (events[1].revents != 0) {
      shutdown(channel, SHUT_WR);
      events[1].fd = -1;
      limit_ns = ClockNs(CLOCK_MONOTONIC) + grace_ns;
    }
    if (events[0].revents == 0) continue;
    const ssize_t size = read(channel, bytes + filled, sizeof(*report) - filled);
    if (size == 0 || (size < 0 && errno != EINTR)) return false;
    if (size > 0) filled += size;
  }
  return true;
}

absl::Status NotStarted(const ProcessSpec& spec, const WardenReport& report) {
  switch (report.failed_step) {
    case WardenStep::kWorkingDirectory:
      return absl::ErrnoToStatus(report.error,
                                 absl::StrCat("can't enter ", spec.working_directory));
    case WardenStep::kExec:
      return NoStart(spec.argv[0], report.error);
    case WardenStep::kResources:
      return absl::ErrnoToStatus(report.error,
                                 absl::StrCat("no process for ", spec.argv[0], " could be made"));
    case WardenStep::kNetwork:
      return absl::ErrnoToStatus(report.error,
                                 absl::StrCat("can't enter the network made for ", spec.argv[0]));
    case WardenStep::kNone:
    case WardenStep::kArguments:
      break;
  }
  return absl::InternalError("the warden and this program are of different builds");
}

// Ends what a failed warden left. INTERNAL with the reason.
absl::Status WardenFailed(const ProcessSpec& spec, RunningWarden& warden) {
  const absl::Status killed = KillScope(spec.scope);
  warden.Kill();
  return absl::InternalError(
      absl::StrCat("the warden of ", spec.argv[0], " gave no report (", warden.Wait(), ")",
                   killed.ok() ? "" : absl::StrCat("; ", std::string(killed.message()))));
}

// The cgroup's counts and the limits that it held, into the result.
void AddCgroup(const RunCgroup& cgroup, WardenReport& report, std::optional<CgroupUsage>& counted) {
  if (absl::StatusOr<CgroupUsage> usage = cgroup.Read(); usage.ok()) counted = *usage;
  if (report.limit != HitLimit::kNone) return;
  const CgroupLimits hit = cgroup.Hit();
  if (hit.processes) report.limit = HitLimit::kProcesses;
  if (hit.memory) report.limit = HitLimit::kMemory;
}

}  // namespace

WardenRunner::WardenRunner(WardenRunnerOptions options)
    : options_(std::move(options)), network_(options_.warden) {}

absl::StatusOr<ProcessResult> WardenRunner::Run(const ProcessSpec& spec,
                                                const CancellationFlag& cancel) {
  if (absl::Status status = CheckSpec(spec); !status.ok()) return status;
  if (cancel.fd() < 0) return absl::ResourceExhaustedError("no descriptor for a cancellation flag");
  if (cancel.IsCancelled()) return absl::CancelledError("cancelled before the start");
  absl::StatusOr<Streams> streams = OpenStreams(spec);
  if (!streams.ok()) return streams.status();
  int ends[2];
  if (ClosedOnExecSocketPair(ends) != 0) return absl::ErrnoToStatus(errno, "no socket for a run");
  const UniqueFd channel(ends[0]);
  UniqueFd warden_end(ends[1]);
  absl::StatusOr<const Namespaces*> network = nullptr;
  if (!spec.network) network = network_.Get();
  if (!network.ok() && options_.require_own_network) {
    return absl::FailedPreconditionError(
        absl::StrCat(spec.argv[0], " must not have the machine's network, and this machine can't ",
                     "make another: ", std::string(network.status().message())));
  }
  const Namespaces* const namespaces = network.value_or(nullptr);
  const auto cgroup = RunCgroup::Create(options_.cgroup_root, spec.scope);

  WardenOrder order;
  order.working_directory = spec.working_directory;
  order.timeout_ns = TimeoutNs(spec);
  order.reports = streams->reports.valid();
  order.limits = spec.limits;
  if (namespaces != nullptr) order.network = namespaces->kind;
  if (cgroup.ok()) {
    order.cgroup_procs = (*cgroup)->procs_file();
    const CgroupLimits held = (*cgroup)->Limit(spec.limits.processes, spec.limits.memory_bytes);
    order.cgroup_holds_processes = held.processes;
    order.cgroup_holds_memory = held.memory;
  }
  WardenLaunch launch;
  launch.program = options_.warden;
  launch.arguments = ToArguments(order);
  launch.arguments.insert(launch.arguments.end(), spec.argv.begin(), spec.argv.end());
  launch.environment = spec.environment;
  launch.environment.push_back(absl::StrCat(kScopeVariable, "=", spec.scope));
  // What stands at a number that isn't used doesn't matter.
  const int unused = streams->input.get();
  launch.files = {streams->input.get(),
                  streams->output.get(),
                  streams->error.get(),
                  warden_end.get(),
                  unused,
                  unused,
                  unused};
  if (namespaces != nullptr) {
    launch.files[kNetworkNamespace] = namespaces->network.get();
    if (namespaces->user.valid()) launch.files[kUserNamespace] = namespaces->user.get();
  }
  if (streams->reports.valid()) {
    launch.files[kReportFile] = streams->reports.get();
    launch.environment.push_back(absl::StrCat(spec.channel_variable, "=", kProgramChannel));
  }
  const std::optional<CpuTimes> before = ReadTimes(options_.cpu_times);
  absl::StatusOr<std::unique_ptr<RunningWarden>> warden = LaunchWarden(launch);
  if (!warden.ok()) return warden.status();
  // Now only the warden holds its end, so that its death is seen.
  warden_end.Reset();

  WardenReport report;
  if (!AwaitReport(channel.get(), cancel, TimeoutNs(spec),
                   absl::ToInt64Nanoseconds(std::min(options_.grace, absl::Hours(24))), &report)) {
    return WardenFailed(spec, **warden);
  }
  const std::optional<CpuTimes> after = ReadTimes(options_.cpu_times);
  for (const UniqueFd* file : {&streams->output, &streams->error, &streams->reports}) {
    if (file->valid()) GiveOutputRoomBack(file->get());
  }
  // A cgroup can only be removed once the warden has left it.
  (*warden)->Wait();
  if (report.failed_step != WardenStep::kNone) return NotStarted(spec, report);
  if (report.peer_gone) return absl::CancelledError(absl::StrCat("cancelled ", spec.argv[0]));
  if (report.report_error != 0) {
    return absl::ErrnoToStatus(static_cast<int>(report.report_error),
                               absl::StrCat("can't write ", spec.channel_file));
  }

  std::optional<CgroupUsage> counted;
  if (report.in_cgroup && cgroup.ok()) AddCgroup(**cgroup, report, counted);
  return ProcessResult{
      absl::FromUnixNanos(report.start_unix_ns), ExitOf(report),
      UsageOf(report, counted, before, after),
      IsolationOf(spec, report, network.status(), report.in_cgroup && order.cgroup_holds_memory)};
}

}  // namespace benchcell
