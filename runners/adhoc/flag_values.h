// The values of --command and --axis, read.

#ifndef BENCHCELL_RUNNERS_ADHOC_FLAG_VALUES_H_
#define BENCHCELL_RUNNERS_ADHOC_FLAG_VALUES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "benchcell/v1/experiment.pb.h"

namespace benchcell {

struct NamedCommand {
  std::string name;
  std::string command;
};

// `NAME=COMMAND`, where NAME has neither blanks nor any of / ' " { } $ , and the text is the
// command as a whole if it has no such beginning. Commands without a name are called by their
// program, or by a short form of their text where programs are the same; all names are different.
// INVALID_ARGUMENT for a name given twice, or no command.
absl::StatusOr<std::vector<NamedCommand>> NameCommands(const std::vector<std::string>& values);

// `NAME=LEVEL,LEVEL`; a backslash takes the meaning from a comma or backslash after it.
// INVALID_ARGUMENT for a text without =, a level given twice.
absl::StatusOr<v1::Axis> ParseAxis(const std::string& value);

// A name for an experiment with these commands: lower case letters, digits and single dashes.
std::string ExperimentName(const std::vector<NamedCommand>& commands);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_ADHOC_FLAG_VALUES_H_
