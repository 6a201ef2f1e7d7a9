// Finds a metric's value in what a command has written.

#ifndef BENCHCELL_PLUGINS_COMMAND_READING_H_
#define BENCHCELL_PLUGINS_COMMAND_READING_H_

#include <string>

#include "absl/status/statusor.h"
#include "plugins/command/metric_spec.h"

namespace benchcell::command {

// The one finite number that the pattern finds. In a regular expression, ^ and $ are the ends of
// lines. `output` is whatever a program may write. INVALID_ARGUMENT for anything else (nothing
// found, something found twice, no number): what was looked for, what was found and how the output
// begins.
absl::StatusOr<double> ReadValue(const MetricSpec& spec, const std::string& output);

}  // namespace benchcell::command

#endif  // BENCHCELL_PLUGINS_COMMAND_READING_H_
