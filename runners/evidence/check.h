// One thing that evidence must hold to, and how that came out.

#ifndef BENCHCELL_RUNNERS_EVIDENCE_CHECK_H_
#define BENCHCELL_RUNNERS_EVIDENCE_CHECK_H_

#include <ostream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace benchcell {

enum class CheckOutcome { kHolds, kFails, kNotMade };

struct Check {
  std::string name;
  CheckOutcome outcome = CheckOutcome::kHolds;
  // What holds, where it doesn't, or why that could not be looked at.
  std::string detail;
};

// kHolds with the detail, or kFails with the error.
Check CheckOf(const std::string& name, const absl::StatusOr<std::string>& detail);

// `ok      NAME: DETAIL`, `FAILED  ...` or `skipped ...`, a line each; further lines of a detail
// are indented. What steers a terminal is left out: the details quote what strangers wrote.
void PrintChecks(const std::vector<Check>& checks, std::ostream& out);

// None fails.
bool Hold(const std::vector<Check>& checks);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EVIDENCE_CHECK_H_
