#include "runners/interchange/export.h"

#include <algorithm>
#include <array>

#include "absl/strings/str_cat.h"
#include "runners/design/nearest.h"
#include "runners/interchange/bencher.h"
#include "runners/interchange/benchstat.h"
#include "runners/interchange/github_action.h"
#include "runners/interchange/hyperfine.h"

namespace benchcell {
namespace {

struct Format {
  const char* name;
  const char* ending;
  absl::StatusOr<Exported> (*write)(const v1::ExperimentRun&, const ExportChoice&);
};

constexpr std::array kFormats = {
    Format{"benchstat", "benchstat.txt", WriteBenchstat},
    Format{"github-action-benchmark", "github-action-benchmark.json", WriteGithubAction},
    Format{"hyperfine", "hyperfine.json", WriteHyperfine},
    Format{"bencher", "bencher.json", WriteBencher},
};

const Format* Find(const std::string& name) {
  const auto* const found = std::find_if(kFormats.begin(), kFormats.end(),
                                         [&](const Format& each) { return each.name == name; });
  return found == kFormats.end() ? nullptr : found;
}

}  // namespace

const std::vector<std::string>& ExportFormats() {
  static const auto* const names = [] {
    auto* const list = new std::vector<std::string>;
    for (const Format& format : kFormats) list->emplace_back(format.name);
    return list;
  }();
  return *names;
}

bool IsExportFormat(const std::string& format) { return Find(format) != nullptr; }

std::string ExportEnding(const std::string& format) {
  const Format* const found = Find(format);
  return found == nullptr ? format : found->ending;
}

absl::StatusOr<Exported> ExportRun(const std::string& format, const v1::ExperimentRun& run,
                                   const ExportChoice& choice) {
  const Format* const found = Find(format);
  if (found != nullptr) return found->write(run, choice);
  return absl::InvalidArgumentError(absl::StrCat("unknown format ", Quoted(format), "; expected ",
                                                 OneOf(ExportFormats(), format)));
}

}  // namespace benchcell
