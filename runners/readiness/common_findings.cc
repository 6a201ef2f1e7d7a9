#include "runners/readiness/common_findings.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "runners/exec/process_limits.h"

namespace benchcell {
namespace {

// Bundles of some experiments, and outputs that wait for a coordinator which is away.
constexpr uint64_t kLeastRoomBytes = uint64_t{5} << 30;

std::string Gibibytes(uint64_t bytes) {
  return absl::StrFormat("%.1f GiB", static_cast<double>(bytes) / (1 << 30));
}

void Judge(bool good, Finding& finding) {
  finding.verdict = good ? Verdict::kGood : Verdict::kLacks;
}

// `unlimited` is the largest number there is.
std::string LimitText(uint64_t limit) {
  return limit > (uint64_t{1} << 62) ? "unlimited" : absl::StrCat(limit);
}

}  // namespace

Finding QuietFinding(const absl::StatusOr<v1::Quietness>& seen) {
  Finding finding;
  finding.what = "quietness";
  finding.wanted = "nothing else at work";
  finding.why = "what else runs takes cache, memory bandwidth and heat from the measured program";
  finding.remedy =
      "end what is named, or run `systemctl list-timers` and `crontab -l` to see what "
      "starts it";
  if (!seen.ok()) {
    finding.verdict = Verdict::kUnknown;
    finding.found = std::string(seen.status().message());
    return finding;
  }
  Judge(seen->quiet(), finding);
  finding.found = seen->quiet() ? "quiet now" : absl::StrJoin(seen->disturbance(), "; ");
  return finding;
}

Finding RoomFinding(const std::string& folder, std::optional<uint64_t> left) {
  Finding finding;
  finding.what = "room on the disk";
  finding.wanted = absl::StrCat("at least ", Gibibytes(kLeastRoomBytes));
  finding.why = "bundles are unpacked there, and outputs wait there for the coordinator";
  finding.remedy = "make room, or give the agent another folder with --state-dir";
  finding.found = left.has_value() ? absl::StrCat(Gibibytes(*left), " in ", folder)
                                   : absl::StrCat("unknown in ", folder);
  Judge(left.value_or(0) >= kLeastRoomBytes, finding);
  if (!left.has_value()) finding.verdict = Verdict::kUnknown;
  return finding;
}

Finding OpenFilesFinding(uint64_t allowed) {
  const uint64_t wanted = ProcessLimits().open_files;
  Finding finding;
  finding.what = "open files";
  finding.wanted = absl::StrCat("at least ", wanted, " allowed");
  finding.why = "workloads with many workers fail with fewer";
  finding.remedy = absl::StrCat(
      "run `ulimit -Hn ", wanted,
      "` as root before the agent; the unit that comes with benchcell has LimitNOFILE= for it");
  finding.found = LimitText(allowed);
  Judge(allowed >= wanted, finding);
  return finding;
}

Finding ProcessesFinding(uint64_t allowed) {
  const uint64_t wanted = ProcessLimits().processes;
  Finding finding;
  finding.what = "processes";
  finding.wanted = absl::StrCat("at least ", wanted, " allowed");
  finding.why = "threads count, and workloads with many workers fail with fewer";
  finding.remedy = absl::StrCat(
      "run `ulimit -Hu ", wanted,
      "` as root before the agent; the unit that comes with benchcell has LimitNPROC= for it");
  finding.found = LimitText(allowed);
  Judge(allowed >= wanted, finding);
  return finding;
}

Finding ValgrindFinding(const std::string& version) {
  Finding finding;
  finding.what = "valgrind";
  finding.wanted = "the same version on all machines";
  finding.why = "it counts instructions, and counts of two versions aren't compared";
  finding.remedy = "run `sudo apt-get install valgrind`";
  finding.found = std::string(absl::StripSuffix(version, "\n"));
  Judge(!finding.found.empty(), finding);
  if (finding.found.empty()) finding.found = "none";
  return finding;
}

}  // namespace benchcell
