// Whether an interrupted transfer of a blob goes on by itself.

#ifndef BENCHCELL_RUNNERS_BLOBS_TRANSFER_RETRY_H_
#define BENCHCELL_RUNNERS_BLOBS_TRANSFER_RETRY_H_

#include <cstdint>
#include <functional>

#include "absl/status/status.h"
#include "absl/time/time.h"

namespace benchcell {

// Waits; false if there is no more reason to, because somebody wants to stop.
using Pause = std::function<bool(absl::Duration)>;

// Of one transfer. Not thread-safe.
class TransferRetry {
 public:
  // So many attempts in a row that bring nothing end the transfer. With the pauses between them the
  // other side has a minute to come back.
  static constexpr int kMostInVain = 16;
  static constexpr absl::Duration kShortestPause = absl::Milliseconds(100);
  static constexpr absl::Duration kLongestPause = absl::Seconds(5);

  explicit TransferRetry(Pause pause) : pause_(std::move(pause)) {}

  // An attempt ended with this error when so many bytes were there. Waits as long as is due; true
  // if it's worth another attempt. Each that brought bytes starts the count and the pauses anew.
  bool GoOn(const absl::Status& error, uint64_t bytes);

 private:
  const Pause pause_;
  uint64_t bytes_ = 0;
  int in_vain_ = 0;
};

// Whether the error is one of the way, not of what was asked: the connection broke, or the other
// side is not there or ends.
bool IsInterruption(const absl::Status& error);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_BLOBS_TRANSFER_RETRY_H_
