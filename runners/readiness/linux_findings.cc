#include "runners/readiness/linux_findings.h"

#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "runners/machine/small_file.h"

namespace benchcell {
namespace {

Finding Unknown(Finding finding, const std::string& found) {
  finding.verdict = Verdict::kUnknown;
  finding.found = found;
  return finding;
}

}  // namespace

Finding ClockFinding(std::optional<bool> in_sync) {
  Finding finding;
  finding.what = "clock";
  finding.wanted = "in sync";
  finding.why = "certificates and the times of records are read on other machines";
  finding.remedy = "run `sudo apt-get install systemd-timesyncd && sudo timedatectl set-ntp true`";
  if (!in_sync.has_value()) return Unknown(finding, "the kernel doesn't tell");
  finding.verdict = *in_sync ? Verdict::kGood : Verdict::kLacks;
  finding.found = *in_sync ? "in sync" : "kept in step by nobody";
  return finding;
}

Finding AslrFinding(const v1::MachineFacts& facts) {
  Finding finding;
  finding.what = "ASLR";
  finding.wanted = "on";
  finding.why = "each run draws its own layout, or all have the luck of one";
  finding.remedy = "run `sudo sysctl -w kernel.randomize_va_space=2`";
  if (facts.aslr() == v1::UNKNOWN) return Unknown(finding, "the kernel doesn't tell");
  finding.verdict = facts.aslr() == v1::ON ? Verdict::kGood : Verdict::kLacks;
  finding.found = facts.aslr() == v1::ON ? "on" : "off";
  return finding;
}

Finding SystemCallFilterFinding(const std::string& root) {
  Finding finding;
  finding.what = "filter of system calls";
  finding.wanted = "none";
  finding.why = "every system call of a measured program goes through it";
  finding.remedy =
      "start the agent outside of containers, by the unit that comes with benchcell, and without "
      "SystemCallFilter= or anything else that needs one";
  const std::string status = ReadSmallFile(root + "/proc/self/status").value_or("");
  for (const auto& line : absl::StrSplit(status, '\n')) {
    const std::vector<std::string> words = absl::StrSplit(line, absl::MaxSplits(':', 1));
    if (words.size() != 2 || words[0] != "Seccomp") continue;
    const bool none = std::string(absl::StripAsciiWhitespace(words[1])) == "0";
    finding.verdict = none ? Verdict::kGood : Verdict::kLacks;
    finding.found = none ? "none" : "one is in force";
    return finding;
  }
  return Unknown(finding, "the kernel doesn't tell");
}

Finding CgroupFinding(const absl::StatusOr<std::string>& own) {
  Finding finding;
  finding.what = "cgroup v2";
  finding.wanted = "one that is delegated to the agent";
  finding.why = "it counts the memory and time of a whole tree, and holds its limits";
  finding.found = own.ok() ? *own : std::string(own.status().message());
  if (own.ok()) return finding;
  finding.verdict = Verdict::kLacks;
  // One that is there but somebody else's is what a shell sees.
  finding.remedy =
      absl::IsFailedPrecondition(own.status())
          ? "start the agent by the unit that comes with benchcell, which has Delegate=yes; to "
            "check as that unit, run `sudo systemd-run --pipe --wait -p User=benchcell-agent -p "
            "Delegate=yes -E BENCHCELL_PROGRAMS=/opt/benchcell "
            "/opt/benchcell/runners/cli/benchcell_agent --check`"
          : "start the kernel with `systemd.unified_cgroup_hierarchy=1`";
  return finding;
}

Finding NetworkFinding(const absl::Status& made) {
  Finding finding;
  finding.what = "network namespaces";
  finding.wanted = "possible";
  finding.why = "a program that is measured without the network must not have it";
  finding.found = made.ok() ? "possible" : std::string(made.message());
  if (made.ok()) return finding;
  finding.verdict = Verdict::kLacks;
  finding.remedy =
      "run `sudo sysctl -w kernel.unprivileged_userns_clone=1` (Debian) or `sudo sysctl -w "
      "kernel.apparmor_restrict_unprivileged_userns=0` (Ubuntu)";
  return finding;
}

}  // namespace benchcell
