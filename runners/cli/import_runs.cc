#include "runners/cli/import_runs.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "runners/base/random.h"
#include "runners/base/status_macros.h"
#include "runners/base/version.h"
#include "runners/report/markdown.h"
#include "runners/report/table.h"

namespace benchcell {
namespace {

absl::StatusOr<ImportRequest> RequestOf(const CommandContext& context) {
  const Options& options = context.options;
  ImportRequest request;
  // `md` and `auto` say nothing of the input.
  if (options.command == "import" && options.format != "auto") request.format = options.format;
  for (const std::string& build : options.build) {
    const size_t equals = build.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == build.size()) {
      return absl::InvalidArgumentError(absl::StrCat("--build=", build, ": expected NAME=FILE"));
    }
    request.files.push_back({build.substr(equals + 1), build.substr(0, equals)});
  }
  for (const std::string& file : options.operands) request.files.push_back({file, ""});
  if (request.files.empty()) {
    return absl::InvalidArgumentError("`benchcell import` needs FILE... or --build=NAME=FILE");
  }
  return request;
}

absl::StatusOr<int> Compare(const CommandContext& context) {
  ASSIGN_OR_RETURN(const v1::ExperimentRun run, ImportRun(context));
  if (!run.has_imported()) {
    return absl::InvalidArgumentError(
        absl::StrCat(context.options.operands.front(),
                     ": a run of benchcell's own; `benchcell import` it, then `benchcell report ",
                     run.id(), "`"));
  }
  ASSIGN_OR_RETURN(const Table table, BuildTable(run, {.metric = context.options.metric}));
  context.out << RenderMarkdown(run, table, {.statistics = true}) << std::flush;
  return ExitCode(table);
}

}  // namespace

absl::StatusOr<v1::ExperimentRun> ImportRun(const CommandContext& context) {
  ASSIGN_OR_RETURN(const ImportRequest request, RequestOf(context));
  ASSIGN_OR_RETURN(const ImportedRun imported,
                   Import(request, {absl::Now(), SystemRandom, std::string(kVersion)}));
  for (const std::string& remark : imported.remarks) {
    context.log << "benchcell: " << remark << std::endl;
  }
  return imported.run;
}

int PrintComparison(const CommandContext& context) {
  const absl::StatusOr<int> code = Compare(context);
  return code.ok() ? *code : Fail(context, code.status());
}

}  // namespace benchcell
