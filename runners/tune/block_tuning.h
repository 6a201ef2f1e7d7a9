// Sets the machine for the time of a block.

#ifndef BENCHCELL_RUNNERS_TUNE_BLOCK_TUNING_H_
#define BENCHCELL_RUNNERS_TUNE_BLOCK_TUNING_H_

#include "absl/status/status.h"

namespace benchcell {

class BlockTuning {
 public:
  virtual ~BlockTuning() = default;

  // What can't be set is logged, and shows in the facts of the machine. An error only if nothing
  // was set because nothing could have been undone.
  virtual absl::Status Begin() = 0;

  // Undoes what Begin did.
  virtual void End() = 0;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_TUNE_BLOCK_TUNING_H_
