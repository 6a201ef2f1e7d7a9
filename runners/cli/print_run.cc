#include "runners/cli/print_run.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>

#include "absl/strings/str_split.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/interchange/export.h"
#include "runners/report/csv.h"
#include "runners/report/html/page.h"
#include "runners/report/json.h"
#include "runners/report/markdown.h"
#include "runners/report/node_csv.h"
#include "runners/report/table.h"

namespace benchcell {
namespace {

constexpr std::array kFormats = {"md", "csv", "json", "html"};

// In the format of another tool; what that can't have goes to the log.
absl::StatusOr<std::string> RenderForeign(const CommandContext& context,
                                          const v1::ExperimentRun& run) {
  const Options& options = context.options;
  const ExportChoice choice = {options.metric,
                               absl::StrSplit(options.builds, ',', absl::SkipEmpty())};
  ASSIGN_OR_RETURN(const Exported exported, ExportRun(options.format, run, choice));
  for (const std::string& remark : exported.remarks) {
    context.log << "benchcell: " << remark << std::endl;
  }
  return exported.text;
}

absl::StatusOr<std::string> Render(const std::string& format, const Options& options,
                                   const v1::ExperimentRun& run, const Table& table) {
  if (format == "csv") return RenderCsv(run, table);
  if (format == "node-csv") {
    return RenderNodeCsv(run, absl::StrSplit(options.builds, ',', absl::SkipEmpty()));
  }
  if (format == "json") return RenderJson(run, table);
  if (format == "html") return RenderHtml(run, table);
  return RenderMarkdown(run, table, {.statistics = true});
}

bool IsNotMeasured(const v1::RunRecord& record) {
  return !record.superseded() &&
         (record.status() == v1::INFRASTRUCTURE_FAILURE || record.status() == v1::LOST);
}

}  // namespace

absl::StatusOr<int> PrintRun(const CommandContext& context, const v1::ExperimentRun& run) {
  ASSIGN_OR_RETURN(const Table table, BuildTable(run, {.metric = context.options.metric,
                                                       .compare_unlike = context.options.force}));
  const bool foreign = IsExportFormat(context.options.format);
  ASSIGN_OR_RETURN(const std::string text,
                   foreign ? RenderForeign(context, run)
                           : Render(context.options.format, context.options, run, table));
  context.out << text << std::flush;
  if (!context.options.out.empty()) {
    const std::filesystem::path& folder = context.options.out;
    RETURN_IF_ERROR(MakeFolder(folder));
    for (const char* each : kFormats) {
      ASSIGN_OR_RETURN(const std::string content, Render(each, context.options, run, table));
      RETURN_IF_ERROR(WriteFile(folder / (run.id() + "." + each), content));
    }
    if (foreign) {
      const std::string ending = ExportEnding(context.options.format);
      RETURN_IF_ERROR(WriteFile(folder / (run.id() + "." + ending), text));
    }
    context.log << "the table is also in " << folder.string() << std::endl;
  }
  if (std::any_of(run.record().begin(), run.record().end(), IsNotMeasured)) {
    return kExitNotMeasured;
  }
  return ExitCode(table);
}

}  // namespace benchcell
