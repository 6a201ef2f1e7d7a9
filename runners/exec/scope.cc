#include "runners/exec/scope.h"

#include <signal.h>

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "runners/exec/clocks.h"
#include "runners/exec/scope_members.h"

namespace benchcell {
namespace {

// Stops the members, until no look finds one that wasn't stopped before: a stopped process can't
// fork, so what has cleared its environment is still found below its parent.
std::vector<ProcessEntry> Freeze(const std::string& token) {
  std::vector<ProcessEntry> frozen;
  for (;;) {
    bool more = false;
    for (const ProcessEntry& member : ScopeMembers(token)) {
      const auto same = [&](const ProcessEntry& other) {
        return other.pid == member.pid && other.start_ticks == member.start_ticks;
      };
      if (std::any_of(frozen.begin(), frozen.end(), same)) continue;
      SignalMember(member, SIGSTOP);
      frozen.push_back(member);
      more = true;
    }
    if (!more) return frozen;
  }
}

absl::Status StillThere(const std::string& token, const ProcessEntry& member,
                        absl::Duration limit) {
  return absl::DeadlineExceededError(
      absl::StrCat("process ", member.pid, " of the run with scope ", token, " is still there ",
                   absl::FormatDuration(limit),
                   " after it was killed; the kernel holds it, look at its state with ps"));
}

}  // namespace

absl::Status CheckScope(const std::string& token) {
  const bool hexadecimal =
      std::all_of(token.begin(), token.end(), [](char c) { return absl::ascii_isxdigit(c); });
  if (token.size() >= 8 && hexadecimal) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "the scope `", token, "` is malformed; it must have at least 8 hexadecimal digits"));
}

absl::Status KillScope(const std::string& token, absl::Duration limit) {
  if (absl::Status status = CheckScope(token); !status.ok()) return status;
  const int64_t limit_ns =
      ClockNs(CLOCK_MONOTONIC) + absl::ToInt64Nanoseconds(std::min(limit, absl::Hours(24)));
  for (;;) {
    const std::vector<ProcessEntry> members = Freeze(token);
    if (members.empty()) return absl::OkStatus();
    for (const ProcessEntry& member : members) SignalMember(member, SIGKILL);
    // A process that is about to end has no environment any more, so it is waited for by its id.
    for (const ProcessEntry& member : members) {
      while (IsAlive(member)) {
        if (ClockNs(CLOCK_MONOTONIC) > limit_ns) return StillThere(token, member, limit);
        absl::SleepFor(absl::Microseconds(200));
      }
    }
  }
}

}  // namespace benchcell
