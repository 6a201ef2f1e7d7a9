#include "runners/plugin_check/findings.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace benchcell {
namespace {

const char* MarkOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds:
      return "ok      ";
    case Verdict::kBroken:
      return "FAILED  ";
    case Verdict::kNotChecked:
      return "-       ";
  }
  return "";
}

}  // namespace

void Findings::Holds(std::string rule, std::string detail) {
  all_.push_back({Verdict::kHolds, std::move(rule), std::move(detail)});
}

void Findings::Broken(std::string rule, std::string detail) {
  all_.push_back({Verdict::kBroken, std::move(rule), std::move(detail)});
}

void Findings::NotChecked(std::string rule, std::string why) {
  all_.push_back({Verdict::kNotChecked, std::move(rule), std::move(why)});
}

void Findings::Judge(std::string rule, std::string objection) {
  if (objection.empty()) {
    Holds(std::move(rule));
  } else {
    Broken(std::move(rule), std::move(objection));
  }
}

size_t Findings::Count(Verdict verdict) const {
  return static_cast<size_t>(std::count_if(all_.begin(), all_.end(), [&](const Finding& finding) {
    return finding.verdict == verdict;
  }));
}

std::string FindingsText(const Findings& findings) {
  std::string text;
  for (const Finding& finding : findings.all()) {
    absl::StrAppend(&text, MarkOf(finding.verdict), finding.rule,
                    finding.detail.empty() ? "" : ": ",
                    absl::StrReplaceAll(finding.detail, {{"\n", "\n          "}}), "\n");
  }
  absl::StrAppend(&text, findings.Count(Verdict::kHolds), " ok, ", findings.Count(Verdict::kBroken),
                  " failed, ", findings.Count(Verdict::kNotChecked), " not checked\n");
  return text;
}

}  // namespace benchcell
