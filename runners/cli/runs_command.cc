// `runs`: one line for each stored run.

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "runners/cli/commands.h"
#include "runners/cli/session.h"

namespace benchcell {
namespace {

std::string StateName(const v1::RunSummary& run) {
  switch (run.state()) {
    case v1::COMPLETE:
      return "complete";
    case v1::CANCELLED:
      return "stopped";
    default:
      return "active";
  }
}

}  // namespace

int RunsCommand(const CommandContext& context) {
  const absl::StatusOr<Session> session = OpenStoredRuns(context);
  if (absl::IsNotFound(session.status())) {
    context.log << session.status().message() << std::endl;
    return kExitOk;
  }
  if (!session.ok()) return Fail(context, session.status());
  const absl::StatusOr<v1::ListRunsResponse> runs = session->client->ListRuns();
  if (!runs.ok()) return Fail(context, runs.status());
  for (const v1::RunSummary& run : runs->run()) {
    context.out << absl::StrFormat("%-56s  %-8s  %s blocks\n", run.id(), StateName(run),
                                   absl::StrCat(run.blocks_done(), "/", run.blocks()));
  }
  return kExitOk;
}

}  // namespace benchcell
