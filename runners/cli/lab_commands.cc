// `machines`, `status`, `watch` and `cancel`: looking after a lab from anywhere.

#include <unistd.h>

#include "absl/time/clock.h"
#include "runners/base/status_macros.h"
#include "runners/cli/commands.h"
#include "runners/cli/follow.h"
#include "runners/cli/print_run.h"
#include "runners/cli/session.h"
#include "runners/cli/status_text.h"

namespace benchcell {
namespace {

absl::StatusOr<int> Machines(const CommandContext& context) {
  ASSIGN_OR_RETURN(const Session session, OpenLab(context));
  if (!context.options.release.empty()) {
    RETURN_IF_ERROR(session.client->ReleaseMachine(context.options.release));
  }
  ASSIGN_OR_RETURN(const v1::LabStatus status, session.client->GetStatus());
  context.out << MachinesText(status, absl::Now());
  return kExitOk;
}

absl::StatusOr<int> Status(const CommandContext& context) {
  ASSIGN_OR_RETURN(const Session session, OpenLab(context));
  ASSIGN_OR_RETURN(const v1::LabStatus status, session.client->GetStatus());
  context.out << StatusText(status, absl::Now());
  return context.options.check && !status.alarm().empty() ? kExitRowFailed : kExitOk;
}

absl::StatusOr<int> Watch(const CommandContext& context) {
  ASSIGN_OR_RETURN(const Session session, OpenLab(context));
  ASSIGN_OR_RETURN(v1::ExperimentRun run, session.client->GetRun(context.options.operands[0]));
  if (run.state() == v1::ACTIVE) {
    RETURN_IF_ERROR(Follow(context, run.id(), nullptr, *session.client));
    if (context.interrupted.IsCancelled()) return kExitInterrupted;
    ASSIGN_OR_RETURN(run, session.client->GetRun(run.id()));
  }
  if (run.state() != v1::COMPLETE) {
    context.log << "run " << run.id() << " was stopped before its end" << std::endl;
    return kExitNotMeasured;
  }
  if (run.discovery()) return kExitOk;
  return PrintRun(context, run);
}

absl::StatusOr<int> Cancel(const CommandContext& context) {
  ASSIGN_OR_RETURN(const Session session, OpenLab(context));
  ASSIGN_OR_RETURN(const v1::ExperimentRun run,
                   session.client->GetRun(context.options.operands[0]));
  RETURN_IF_ERROR(session.client->Cancel(run.id()));
  context.log << (run.state() == v1::ACTIVE
                      ? "stopped; what is measured is kept, and the same command goes on with it"
                      : "it was not active")
              << std::endl;
  return kExitOk;
}

int Exit(const CommandContext& context, const absl::StatusOr<int>& code) {
  return code.ok() ? *code : Fail(context, code.status());
}

}  // namespace

int MachinesCommand(const CommandContext& context) { return Exit(context, Machines(context)); }
int StatusCommand(const CommandContext& context) { return Exit(context, Status(context)); }
int WatchCommand(const CommandContext& context) { return Exit(context, Watch(context)); }
int CancelCommand(const CommandContext& context) { return Exit(context, Cancel(context)); }

}  // namespace benchcell
