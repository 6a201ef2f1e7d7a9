// Holds a ProcessSpec against its rules.

#ifndef BENCHCELL_RUNNERS_EXEC_CHECK_SPEC_H_
#define BENCHCELL_RUNNERS_EXEC_CHECK_SPEC_H_

#include "absl/status/status.h"
#include "runners/exec/process_runner.h"

namespace benchcell {

// INVALID_ARGUMENT, naming the field, what it holds and what it must be.
absl::Status CheckSpec(const ProcessSpec& spec);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_CHECK_SPEC_H_
