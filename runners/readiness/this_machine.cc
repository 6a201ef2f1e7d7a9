#include "runners/readiness/this_machine.h"

#include <sys/resource.h>
#include <sys/timex.h>

#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "runners/agent/room.h"
#include "runners/agent/waiting.h"
#include "runners/exec/own_cgroup.h"
#include "runners/exec/run_network.h"
#include "runners/machine/command_output.h"
#include "runners/quiet/quietness_probe.h"
#include "runners/quiet/wait_for_quiet.h"
#include "runners/readiness/class_findings.h"
#include "runners/readiness/common_findings.h"
#include "runners/readiness/linux_findings.h"
#include "runners/readiness/macos_findings.h"
#include "runners/readiness/updates.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

// Where the plugin that uses it finds programs of the machine.
constexpr char kValgrindCommand[] = "PATH=/usr/local/bin:/usr/bin:/bin valgrind --version";

// man 2 adjtimex: the state TIME_ERROR is that of a clock which nobody keeps right.
std::optional<bool> ClockInSync() {
  timex state = {};
  const int answer = ntp_adjtime(&state);
  if (answer < 0) return std::nullopt;
  return answer != TIME_ERROR;
}

uint64_t MostAllowed(int resource) {
  rlimit limit = {};
  return getrlimit(resource, &limit) == 0 ? limit.rlim_max : 0;
}

absl::StatusOr<v1::Quietness> LookOnce(const CancellationFlag& stop) {
  const std::unique_ptr<QuietnessProbe> probe = NewQuietnessProbe();
  const auto pause = [&](absl::Duration time) { return WaitFor(stop, time); };
  return WaitForQuiet(*probe, pause, {.longest_wait = absl::ZeroDuration()});
}

// The nearest folder that is there already.
fs::path Existing(fs::path folder) {
  std::error_code error;
  while (!fs::exists(folder, error) && folder.has_relative_path()) folder = folder.parent_path();
  return folder.empty() ? fs::path(".") : folder;
}

}  // namespace

std::vector<Finding> CheckThisMachine(const MachineToCheck& machine, const CancellationFlag& stop) {
  std::vector<Finding> findings = ClassFindings(machine.machine_class, machine.facts);
  // First, before this process has done much itself.
  findings.push_back(QuietFinding(LookOnce(stop)));
  if (absl::StartsWith(machine.facts.platform(), "darwin")) {
    for (Finding& finding : MacosFindings(RunCommand)) findings.push_back(std::move(finding));
  } else {
    findings.push_back(ClockFinding(ClockInSync()));
    findings.push_back(AslrFinding(machine.facts));
    findings.push_back(BackgroundUpdates(""));
    findings.push_back(SystemCallFilterFinding(""));
    findings.push_back(CgroupFinding(FindOwnCgroup("", DelegatedBySystemd)));
    findings.push_back(NetworkFinding(RunNetwork(machine.warden.string()).Get().status()));
    findings.push_back(ValgrindFinding(RunCommand(kValgrindCommand)));
  }
  findings.push_back(OpenFilesFinding(MostAllowed(RLIMIT_NOFILE)));
  findings.push_back(ProcessesFinding(MostAllowed(RLIMIT_NPROC)));
  findings.push_back(
      RoomFinding(machine.state_dir.string(), RoomOnDisk(Existing(machine.state_dir))));
  return findings;
}

}  // namespace benchcell
