// Evidence on the command line: what `report`, `verify` and `reproduce` do with it.

#ifndef BENCHCELL_RUNNERS_CLI_EVIDENCE_H_
#define BENCHCELL_RUNNERS_CLI_EVIDENCE_H_

#include <filesystem>
#include <ostream>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "benchcell/v1/result.pb.h"
#include "runners/cli/commands.h"
#include "runners/cli/loaded_experiment.h"
#include "runners/cli/session.h"
#include "runners/evidence/verify.h"

namespace benchcell {

// Writes evidence of the run to --bundle, signed by --key or the user's own key, which is made if
// there is none. Holds the file to all checks first; FAILED_PRECONDITION if one fails.
absl::Status WriteBundle(const CommandContext& context, Session& session,
                         const v1::ExperimentRun& run);

// Verifies the operand, also against --key, and tells the checks and what they come to.
absl::StatusOr<Verification> VerifyForUser(const CommandContext& context, PluginRegistry& plugins,
                                           const VerifyOptions& wanted, std::ostream& out);

// The experiment of the evidence that the operand is: in the recorded order, held against the
// evidence's table, with the inputs that the evidence was measured with. Those that it brings are
// put into `folder`. INVALID_ARGUMENT if the evidence doesn't hold; the log says where.
absl::StatusOr<LoadedExperiment> LoadEvidence(const CommandContext& context,
                                              PluginRegistry& plugins,
                                              const std::filesystem::path& folder);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CLI_EVIDENCE_H_
