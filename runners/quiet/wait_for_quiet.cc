#include "runners/quiet/wait_for_quiet.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runners/base/clock.h"
#include "runners/base/status_macros.h"

namespace benchcell {
namespace {

constexpr absl::Duration kFirstPause = absl::Seconds(1);

absl::Status NoLongerWanted() {
  return absl::CancelledError("waiting for a quiet machine was ended: the block is not wanted");
}

absl::StatusOr<v1::QuietSample> Look(QuietnessProbe& probe, const Pause& pause,
                                     absl::Duration window) {
  ASSIGN_OR_RETURN(const QuietReading before, probe.Read(/*first=*/true));
  if (pause(window)) return NoLongerWanted();
  ASSIGN_OR_RETURN(const QuietReading after, probe.Read(/*first=*/false));
  return Between(before, after);
}

}  // namespace

absl::StatusOr<v1::Quietness> WaitForQuiet(QuietnessProbe& probe, const Pause& pause,
                                           const QuietLimits& limits) {
  v1::Quietness result;
  absl::Duration waited;
  std::vector<std::string> first;
  absl::Duration next_pause = kFirstPause;
  while (true) {
    ASSIGN_OR_RETURN(*result.mutable_last(), Look(probe, pause, limits.window));
    waited += limits.window;
    result.set_looks(result.looks() + 1);
    std::vector<std::string> found = Disturbances(result.last(), limits);
    if (result.looks() == 1) first = found;
    result.set_quiet(found.empty());
    const absl::Duration left = limits.longest_wait - waited - limits.window;
    if (found.empty() || left <= absl::ZeroDuration()) {
      const std::vector<std::string>& told = found.empty() ? first : found;
      result.mutable_disturbance()->Add(told.begin(), told.end());
      *result.mutable_waited() = ToProtoDuration(waited);
      return result;
    }
    // The last pause is cut so that a look still fits in.
    const absl::Duration time = std::min(next_pause, left);
    if (pause(time)) return NoLongerWanted();
    waited += time;
    next_pause *= 2;
  }
}

std::string Describe(const v1::Quietness& quietness) {
  if (quietness.disturbance().empty()) return "";
  return absl::StrCat(quietness.quiet() ? "waited " : "not quiet after ",
                      absl::FormatDuration(ToDuration(quietness.waited())), ": ",
                      absl::StrJoin(quietness.disturbance(), "; "));
}

}  // namespace benchcell
