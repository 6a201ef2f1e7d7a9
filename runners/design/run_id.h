// Names of stored runs.

#ifndef BENCHCELL_RUNNERS_DESIGN_RUN_ID_H_
#define BENCHCELL_RUNNERS_DESIGN_RUN_ID_H_

#include <string>

#include "absl/time/time.h"
#include "runners/base/random.h"

namespace benchcell {

// `quickstart-20261130-143502-7f3a`: UTC, and 16 random bits that tell runs of one second apart.
std::string RunId(const std::string& experiment, absl::Time now, const RandomSource& random);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_DESIGN_RUN_ID_H_
