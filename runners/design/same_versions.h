// Whether an experiment measures the same things wherever it runs.

#ifndef BENCHCELL_RUNNERS_DESIGN_SAME_VERSIONS_H_
#define BENCHCELL_RUNNERS_DESIGN_SAME_VERSIONS_H_

#include <vector>

#include "absl/status/status.h"
#include "benchcell/v1/bundle.pb.h"

namespace benchcell {

// FAILED_PRECONDITION, naming the label, both platforms and their versions, if a label stands for
// one `version` on a platform and for another elsewhere: not every registry package has every
// release for every platform. Bundles that tell no version are taken for what they are called.
absl::Status CheckSameVersions(const std::vector<v1::Bundle>& bundles);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_DESIGN_SAME_VERSIONS_H_
