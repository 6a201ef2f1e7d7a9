// `compare`: statistics of results that were measured elsewhere.

#include "runners/cli/commands.h"
#include "runners/compare/compare.h"

namespace benchcell {

int CompareCommand(const CommandContext& context) {
  CompareOptions options;
  options.files = context.options.operands;
  options.lenient = context.options.lenient;
  if (context.options.format == "compare-r") options.format = CompareFormat::kCompareR;
  if (context.options.locale_order) options.comparison.order = NameOrder::kLocale;
  options.comparison.baseline = context.options.baseline;
  const absl::StatusOr<CompareResult> result = CompareCsv(options);
  if (!result.ok()) return Fail(context, result.status());
  for (const std::string& warning : result->warnings) {
    context.log << "benchcell: " << warning << std::endl;
  }
  context.out << result->text << std::flush;
  return result->complete ? kExitOk : kExitRowFailed;
}

}  // namespace benchcell
