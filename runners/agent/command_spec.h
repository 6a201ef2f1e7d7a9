// What a step's command asks for, as the process runner takes it, and how its end is told.

#ifndef BENCHCELL_RUNNERS_AGENT_COMMAND_SPEC_H_
#define BENCHCELL_RUNNERS_AGENT_COMMAND_SPEC_H_

#include <filesystem>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "benchcell/v1/cell.pb.h"
#include "benchcell/v1/result.pb.h"
#include "runners/exec/process_runner.h"

namespace benchcell {

// Without the files for its output. `scope`: see ProcessSpec. INVALID_ARGUMENT for a command
// without arguments or with paths out of the directory, FAILED_PRECONDITION if its program is one
// of the machine's and not there.
absl::StatusOr<ProcessSpec> SpecOf(const v1::Command& command,
                                   const std::filesystem::path& directory,
                                   const std::string& scope);

// A command that was ended for what it used.
struct Overuse {
  // TIMEOUT or GENUINE_FAILURE.
  v1::RunStatus status;
  // For people: what it used and what it may use.
  std::string message;
};

// None for a command that ended by itself within its limits.
std::optional<Overuse> OveruseOf(const v1::Command& command, const v1::Exit& exit);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_AGENT_COMMAND_SPEC_H_
