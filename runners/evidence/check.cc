#include "runners/evidence/check.h"

#include <algorithm>

#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "runners/base/text.h"

namespace benchcell {
namespace {

const char* Word(CheckOutcome outcome) {
  switch (outcome) {
    case CheckOutcome::kFails:
      return "FAILED";
    case CheckOutcome::kNotMade:
      return "skipped";
    case CheckOutcome::kHolds:
      break;
  }
  return "ok";
}

}  // namespace

Check CheckOf(const std::string& name, const absl::StatusOr<std::string>& detail) {
  if (detail.ok()) return {name, CheckOutcome::kHolds, *detail};
  return {name, CheckOutcome::kFails, std::string(detail.status().message())};
}

void PrintChecks(const std::vector<Check>& checks, std::ostream& out) {
  for (const Check& check : checks) {
    const std::string detail = WithoutControls(ToValidUtf8(check.detail));
    out << absl::StrFormat("%-8s%s: ", Word(check.outcome), check.name)
        << absl::StrReplaceAll(detail, {{"\n", "\n        "}}) << "\n";
  }
}

bool Hold(const std::vector<Check>& checks) {
  return std::none_of(checks.begin(), checks.end(),
                      [](const Check& check) { return check.outcome == CheckOutcome::kFails; });
}

}  // namespace benchcell
