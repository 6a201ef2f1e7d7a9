#include "runners/coordinator/store_clock.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"

namespace benchcell {
namespace {

absl::Duration Rounded(absl::Duration duration) {
  return absl::Trunc(duration + absl::Milliseconds(500), absl::Seconds(1));
}

}  // namespace

absl::StatusOr<std::optional<std::string>> StoreClock::Adjust() {
  const absl::Time before = own_();
  ASSIGN_OR_RETURN(const std::optional<absl::Time> theirs, ask_());
  if (!theirs.has_value()) return std::nullopt;
  // It was that time there at some moment since: what is possible is an interval.
  const absl::Duration least = *theirs - std::max(own_(), before);
  const absl::Duration most = *theirs - before;
  const absl::Duration known = absl::Nanoseconds(behind_ns_.load());
  if (least - kClockTolerance <= known && known <= most + kClockTolerance) return std::nullopt;
  if (least <= kClockTolerance && most >= -kClockTolerance) {
    behind_ns_ = 0;
    return "the clock of this machine agrees with the store's again";
  }
  const absl::Duration behind = least + (most - least) / 2;
  behind_ns_ = absl::ToInt64Nanoseconds(behind);
  return absl::StrCat("the clock of this machine is ",
                      absl::FormatDuration(Rounded(absl::AbsDuration(behind))),
                      behind > absl::ZeroDuration() ? " behind" : " ahead of",
                      " the store's, by which leases are counted here; have both set by NTP");
}

}  // namespace benchcell
