#include "runners/readiness/findings_text.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "runners/base/text.h"

namespace benchcell {
namespace {

std::string Mark(Verdict verdict) {
  switch (verdict) {
    case Verdict::kGood:
      return "ok     ";
    case Verdict::kLacks:
      return "LACKS  ";
    case Verdict::kUnknown:
      break;
  }
  return "?      ";
}

// Under the first letter of what stands behind a mark.
constexpr char kIndent[] = "       ";

std::string OneLine(const std::string& text) {
  return WithoutControls(absl::StrReplaceAll(text, {{"\n", " "}}));
}

}  // namespace

bool AnyLacks(const std::vector<Finding>& findings) {
  return std::any_of(findings.begin(), findings.end(),
                     [](const Finding& finding) { return finding.verdict == Verdict::kLacks; });
}

std::string FindingsText(const std::string& title, const std::vector<Finding>& findings) {
  std::string text = absl::StrCat(title, "\n\n");
  for (const Finding& finding : findings) {
    absl::StrAppend(&text, Mark(finding.verdict), finding.what, ": ", OneLine(finding.found), "\n");
    if (finding.verdict == Verdict::kGood) continue;
    absl::StrAppend(&text, kIndent, "wanted: ", finding.wanted, "; ", finding.why, "\n", kIndent,
                    finding.remedy, "\n");
  }
  const size_t lacking =
      std::count_if(findings.begin(), findings.end(),
                    [](const Finding& finding) { return finding.verdict == Verdict::kLacks; });
  if (lacking == 0) {
    absl::StrAppend(&text, "\nNothing lacks.\n");
  } else {
    absl::StrAppend(&text, "\n", lacking, " of ", findings.size(), " lack.\n");
  }
  return text;
}

}  // namespace benchcell
