// `report`: print a stored run again.

#include "runners/base/status_macros.h"
#include "runners/cli/commands.h"
#include "runners/cli/evidence.h"
#include "runners/cli/print_run.h"
#include "runners/cli/session.h"

namespace benchcell {
namespace {

absl::StatusOr<int> Report(const CommandContext& context) {
  const Options& options = context.options;
  if (options.bundle.empty() && (!options.key.empty() || options.with_inputs)) {
    return absl::InvalidArgumentError(
        "--key and --with-inputs are about evidence: give a file for "
        "it with --bundle=FILE");
  }
  ASSIGN_OR_RETURN(Session session, OpenStoredRuns(context));
  ASSIGN_OR_RETURN(const v1::ExperimentRun run, session.client->GetRun(options.operands.front()));
  if (run.state() != v1::COMPLETE) {
    context.log << "run " << run.id() << " is not complete; what follows is what it has so far"
                << std::endl;
  }
  if (!options.bundle.empty()) RETURN_IF_ERROR(WriteBundle(context, session, run));
  return PrintRun(context, run);
}

}  // namespace

int ReportCommand(const CommandContext& context) {
  const absl::StatusOr<int> code = Report(context);
  return code.ok() ? *code : Fail(context, code.status());
}

}  // namespace benchcell
