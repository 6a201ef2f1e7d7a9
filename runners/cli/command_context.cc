#include "runners/cli/command_context.h"

namespace benchcell {

int Fail(const CommandContext& context, const absl::Status& status) {
  context.log << "benchcell: " << status.message() << std::endl;
  if (absl::IsCancelled(status)) return kExitInterrupted;
  const bool input = absl::IsInvalidArgument(status) || absl::IsNotFound(status);
  return input ? kExitBadInput : kExitNotMeasured;
}

}  // namespace benchcell
