#include "tests/chaos/experiment.h"

#include <system_error>

#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/blobs/archive.h"
#include "runners/machine/machine_facts_reader.h"
#include "tests/chaos/known_answers.h"

namespace benchcell::chaos {
namespace {

namespace fs = std::filesystem;

// Three machines measure it in two seconds or so if nothing disturbs them.
constexpr int kCells = 9;
constexpr int kRounds = 3;
constexpr int kRuns = 2;
constexpr int kMilliseconds = 25;
constexpr char kLabel[] = "//tests/chaos:workload";

v1::Experiment Config() {
  v1::Experiment experiment;
  experiment.set_name("chaos");
  experiment.set_title("known answers");
  experiment.set_plugin(kPluginName);
  v1::Input& input = *experiment.add_input();
  input.set_name(kProgramInput);
  input.set_label(kLabel);
  v1::Parameter& length = *experiment.add_parameter();
  length.set_name(kLengthParameter);
  length.set_value(absl::StrCat(kMilliseconds));
  experiment.add_build()->set_name(kBaseline);
  experiment.add_build()->set_name(kChanged);
  v1::Axis& axis = *experiment.add_grid()->add_axis();
  axis.set_name(kAxis);
  for (int i = 0; i < kCells; ++i) axis.add_level(absl::StrCat(i));
  v1::Protocol& protocol = *experiment.mutable_protocol();
  protocol.set_rounds(kRounds);
  protocol.set_runs(kRuns);
  protocol.set_seed(1);
  protocol.mutable_timeout()->set_seconds(20);
  return experiment;
}

}  // namespace

absl::StatusOr<Experiment> MakeExperiment(const fs::path& workload, const fs::path& folder) {
  const fs::path tree = folder / "workload-tree";
  RETURN_IF_ERROR(RemoveAll(tree));
  RETURN_IF_ERROR(MakeFolder(tree));
  std::error_code error;
  fs::copy_file(workload, tree / kProgramFile, error);
  if (error) return SystemError(error.value(), "can't copy", workload);
  Experiment experiment;
  experiment.archive = folder / "workload.tar";
  ASSIGN_OR_RETURN(const BlobRef blob, PackDirectory(tree, experiment.archive));
  experiment.sha256 = blob.sha256;
  ASSIGN_OR_RETURN(const v1::MachineFacts facts, NewMachineFactsReader()->Read());
  experiment.request.set_platform(facts.platform());
  v1::ResolvedExperiment& resolved = *experiment.request.mutable_resolved();
  *resolved.mutable_experiment() = Config();
  resolved.set_source(Config().DebugString());
  v1::Bundle& bundle = *resolved.add_bundle();
  bundle.set_label(kLabel);
  bundle.set_platform("any");
  bundle.set_sha256(blob.sha256);
  bundle.set_size(blob.size);
  return experiment;
}

}  // namespace benchcell::chaos
