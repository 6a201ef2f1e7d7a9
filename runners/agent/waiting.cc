#include "runners/agent/waiting.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <initializer_list>
#include <limits>

#include "absl/time/clock.h"

namespace benchcell {
namespace {

bool Wait(std::initializer_list<const CancellationFlag*> flags, absl::Duration timeout) {
  const absl::Time end = absl::Now() + timeout;
  const auto raised = [&] {
    return std::any_of(flags.begin(), flags.end(),
                       [](const CancellationFlag* flag) { return flag->IsCancelled(); });
  };
  pollfd polled[2];
  nfds_t count = 0;
  for (const CancellationFlag* flag : flags) polled[count++] = {flag->fd(), POLLIN, 0};
  while (!raised()) {
    // Rounded up: a wait of less than a millisecond must not become a busy loop.
    const int64_t left = absl::ToInt64Milliseconds(end - absl::Now() + absl::Milliseconds(1));
    if (end <= absl::Now()) break;
    poll(polled, count, static_cast<int>(std::min<int64_t>(left, std::numeric_limits<int>::max())));
  }
  return raised();
}

}  // namespace

bool WaitFor(const CancellationFlag& flag, absl::Duration timeout) {
  return Wait({&flag}, timeout);
}

bool WaitForEither(const CancellationFlag& one, const CancellationFlag& other,
                   absl::Duration timeout) {
  return Wait({&one, &other}, timeout);
}

}  // namespace benchcell
