// Findings as `benchcell agent --check` prints them. Pure.

#ifndef BENCHCELL_RUNNERS_READINESS_FINDINGS_TEXT_H_
#define BENCHCELL_RUNNERS_READINESS_FINDINGS_TEXT_H_

#include <string>
#include <vector>

#include "runners/readiness/finding.h"

namespace benchcell {

bool AnyLacks(const std::vector<Finding>& findings);

// A line for each, and for what lacks two more: what is wanted and why, and what to do. `title`
// stands above.
std::string FindingsText(const std::string& title, const std::vector<Finding>& findings);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_READINESS_FINDINGS_TEXT_H_
