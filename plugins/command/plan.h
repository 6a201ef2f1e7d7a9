// The steps of one build of one cell.

#ifndef BENCHCELL_PLUGINS_COMMAND_PLAN_H_
#define BENCHCELL_PLUGINS_COMMAND_PLAN_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "benchcell/v1/cell.pb.h"
#include "plugins/command/inputs.h"
#include "plugins/command/placeholders.h"
#include "plugins/command/settings.h"

namespace benchcell::command {

// Where programs are looked for unless the experiment sets PATH.
inline constexpr char kDefaultPath[] =
    "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

// Raw outputs: what the run is judged by if that isn't the default, and files of metrics (the
// prefix, then their path).
inline constexpr char kReadingOutput[] = "reading";
inline constexpr char kFilePrefix[] = "file/";

// INVALID_ARGUMENT: the command, what prepares it or a variable can't be what its author meant in
// this cell, with the reason.
absl::StatusOr<v1::BuildPlan> PlanFor(const std::string& build, const Settings& settings,
                                      const Levels& levels, const std::vector<PlacedInput>& inputs,
                                      const std::string& working_directory);

}  // namespace benchcell::command

#endif  // BENCHCELL_PLUGINS_COMMAND_PLAN_H_
