// Several things at once, but not too many.

#ifndef BENCHCELL_RUNNERS_BLOBS_SEVERAL_H_
#define BENCHCELL_RUNNERS_BLOBS_SEVERAL_H_

#include <cstddef>
#include <functional>

#include "absl/status/status.h"

namespace benchcell {

// Calls `work` with 0 to count - 1, in that order, from at most `at_once` threads (1 or more), and
// returns when all have ended. After an error nothing more is begun; gives that of the lowest
// number.
absl::Status ForEachOfSeveral(size_t count, size_t at_once,
                              const std::function<absl::Status(size_t)>& work);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_BLOBS_SEVERAL_H_
