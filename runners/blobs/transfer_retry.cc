#include "runners/blobs/transfer_retry.h"

#include <algorithm>

namespace benchcell {

bool TransferRetry::GoOn(const absl::Status& error, uint64_t bytes) {
  if (!IsInterruption(error)) return false;
  if (bytes > bytes_) in_vain_ = 0;
  bytes_ = bytes;
  if (++in_vain_ >= kMostInVain) return false;
  // At most 2^15 times the shortest.
  return pause_(std::min(kLongestPause, kShortestPause * (1 << (in_vain_ - 1))));
}

bool IsInterruption(const absl::Status& error) {
  switch (error.code()) {
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kAborted:
    // What gRPC makes of a server that ends, and of streams that are reset.
    case absl::StatusCode::kCancelled:
    case absl::StatusCode::kInternal:
    case absl::StatusCode::kUnknown:
      return true;
    default:
      return false;
  }
}

}  // namespace benchcell
