#include "runners/cli/follow.h"

#include <unistd.h>

#include <map>
#include <set>
#include <vector>

#include "absl/time/clock.h"
#include "runners/agent/waiting.h"
#include "runners/base/status_macros.h"
#include "runners/cli/progress.h"
#include "runners/design/expand.h"
#include "runners/report/text.h"

namespace benchcell {
namespace {

constexpr absl::Duration kRetryAfter = absl::Seconds(1);

// A name for each cell: its levels on the axes that tell cells apart.
std::vector<std::string> NamesOf(const v1::ExperimentRun& plan) {
  if (plan.discovery()) return {"asking the workload for its cells"};
  std::map<std::string, std::set<std::string>> levels;
  for (const v1::Cell& cell : plan.cell()) {
    for (const v1::Level& level : cell.level()) levels[level.axis()].insert(level.level());
  }
  std::vector<std::string> names;
  for (const v1::Cell& cell : plan.cell()) {
    v1::Cell telling;
    for (const v1::Level& level : cell.level()) {
      if (levels[level.axis()].size() > 1) *telling.add_level() = level;
    }
    names.push_back(
        OneLine(DescribeLevels(telling.level_size() > 0 ? telling.level() : cell.level())));
  }
  return names;
}

}  // namespace

absl::Status Follow(const CommandContext& context, const std::string& run_id,
                    const CancellationFlag* agent_ended, LabClient& client) {
  ASSIGN_OR_RETURN(const v1::ExperimentRun plan, client.GetRun(run_id));
  ProgressPrinter printer(NamesOf(plan), TerminalColumns(STDERR_FILENO), context.log);
  const auto wanted = [&] {
    return !context.interrupted.IsCancelled() &&
           (agent_ended == nullptr || !agent_ended->IsCancelled());
  };
  bool was_lost = false;
  while (true) {
    const absl::Status status = client.Watch(run_id, [&](const v1::Progress& progress) {
      was_lost = false;
      printer.Update(progress, absl::Now());
      return wanted();
    });
    if (!absl::IsUnavailable(status) || !wanted()) {
      printer.End();
      return absl::IsUnavailable(status) ? absl::OkStatus() : status;
    }
    if (!was_lost) {
      printer.End();
      context.log << "the coordinator is out of reach, waiting for it: " << status.message()
                  << std::endl;
    }
    was_lost = true;
    WaitFor(context.interrupted, kRetryAfter);
  }
}

}  // namespace benchcell
