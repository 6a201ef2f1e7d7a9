// `compare`: statistics of results that were measured elsewhere.

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "runners/base/large_heap.h"
#include "runners/cli/commands.h"
#include "runners/cli/import_runs.h"
#include "runners/compare/compare.h"
#include "runners/interchange/import.h"
#include "runners/profile_compare/profile_compare.h"

namespace benchcell {
namespace {

bool IsFolder(const std::string& path) {
  std::error_code unknown;
  return std::filesystem::is_directory(path, unknown);
}

int Print(const CommandContext& context, const std::vector<std::string>& warnings,
          const std::string& text, bool complete) {
  for (const std::string& warning : warnings) {
    context.log << "benchcell: " << warning << std::endl;
  }
  context.out << text << std::flush;
  return complete ? kExitOk : kExitRowFailed;
}

int CompareFolders(const CommandContext& context) {
  const Options& options = context.options;
  for (const std::string& operand : options.operands) {
    if (IsFolder(operand)) continue;
    return Fail(context, absl::InvalidArgumentError(absl::StrCat(
                             operand,
                             ": found no such folder, expected the base and the head, two "
                             "profile folders")));
  }
  if (options.operands.size() != 2) {
    return Fail(context, absl::InvalidArgumentError(absl::StrCat(
                             "found ", options.operands.size(),
                             options.operands.size() == 1 ? " profile folder" : " profile folders",
                             ", expected two, the base and the head")));
  }
  if (options.format != "md" || options.lenient || options.locale_order ||
      !options.baseline.empty()) {
    return Fail(context, absl::InvalidArgumentError(
                             "--format compare-r, --lenient, --locale-order and --baseline are for "
                             "CSV files; profile folders have --metric and --force"));
  }
  const absl::StatusOr<ProfileCompareResult> result = CompareProfiles({.base = options.operands[0],
                                                                       .head = options.operands[1],
                                                                       .metric = options.metric,
                                                                       .force = options.force});
  if (!result.ok()) {
    // Whatever it is, another folder has to be named: exit code 2.
    return Fail(context, absl::InvalidArgumentError(std::string(result.status().message())));
  }
  return Print(context, result->warnings, result->text, result->complete);
}

int CompareJson(const CommandContext& context) {
  const Options& options = context.options;
  if (options.format != "md" || options.lenient || options.locale_order || options.force ||
      !options.baseline.empty()) {
    return Fail(context,
                absl::InvalidArgumentError(
                    "--format compare-r, --lenient, --locale-order, --baseline and --force "
                    "are not for JSON files, which have --metric; the first file is the "
                    "baseline"));
  }
  return PrintComparison(context);
}

int CompareFiles(const CommandContext& context) {
  if (context.options.force || !context.options.metric.empty()) {
    return Fail(context, absl::InvalidArgumentError(
                             "--force and --metric are for profile folders, found a CSV file"));
  }
  CompareOptions options;
  options.files = context.options.operands;
  options.lenient = context.options.lenient;
  if (context.options.format == "compare-r") options.format = CompareFormat::kCompareR;
  if (context.options.locale_order) options.comparison.order = NameOrder::kLocale;
  options.comparison.baseline = context.options.baseline;
  const absl::StatusOr<CompareResult> result = CompareCsv(options);
  if (!result.ok()) return Fail(context, result.status());
  return Print(context, result->warnings, result->text, result->complete);
}

}  // namespace

int CompareCommand(const CommandContext& context) {
  UseLargeHeap();
  const std::vector<std::string>& operands = context.options.operands;
  if (std::any_of(operands.begin(), operands.end(), IsFolder)) return CompareFolders(context);
  return LooksLikeJson(operands.front()) ? CompareJson(context) : CompareFiles(context);
}

}  // namespace benchcell
