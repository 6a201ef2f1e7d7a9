// `reproduce` of an evidence file: its experiment, to be measured again.

#include <google/protobuf/text_format.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/cli/evidence.h"
#include "runners/design/validate.h"
#include "runners/evidence/published.h"

namespace benchcell {
namespace {

// Holds the resolved experiment to all that is asked of one that a user writes.
absl::StatusOr<v1::Experiment> Validated(const v1::Experiment& experiment, const std::string& file,
                                         const v1::PluginDescription& plugin) {
  v1::Experiment measured = experiment;
  measured.clear_published();
  std::string text;
  if (!google::protobuf::TextFormat::PrintToString(measured, &text)) {
    return absl::InternalError(absl::StrCat(file, ": its experiment can't be written as text"));
  }
  return Validate(text, absl::StrCat(file, "/resolved"), plugin);
}

}  // namespace

absl::StatusOr<LoadedExperiment> LoadEvidence(const CommandContext& context,
                                              PluginRegistry& plugins,
                                              const std::filesystem::path& folder) {
  const std::string& file = context.options.operands.front();
  ASSIGN_OR_RETURN(
      const Verification evidence,
      VerifyForUser(context, plugins, {.folder = folder, .keep_inputs = true}, context.log));
  if (!evidence.Holds()) {
    return absl::InvalidArgumentError(
        absl::StrCat(file, ": what doesn't hold is not measured again"));
  }
  const v1::ResolvedExperiment& resolved = evidence.run.resolved();
  LoadedExperiment loaded;
  loaded.file.display_name = file;
  loaded.file.source = resolved.source();
  ASSIGN_OR_RETURN(PluginClient * plugin, plugins.Get(resolved.experiment().plugin()));
  ASSIGN_OR_RETURN(loaded.plugin, plugin->Describe());
  ASSIGN_OR_RETURN(loaded.experiment, Validated(resolved.experiment(), file, loaded.plugin));
  loaded.experiment.mutable_protocol()->set_seed(evidence.run.seed());
  loaded.overrides.assign(resolved.override().begin(), resolved.override().end());
  RETURN_IF_ERROR(ApplyOptions(context.options, loaded));
  if (loaded.experiment.build(0).name() == resolved.experiment().build(0).name()) {
    ASSIGN_OR_RETURN(*loaded.experiment.mutable_published(), PublishedFrom(evidence, file));
  } else {
    context.log << "with the baseline " << loaded.experiment.build(0).name()
                << " nothing can be held against the evidence, whose baseline is "
                << resolved.experiment().build(0).name() << std::endl;
  }
  loaded.pinned.emplace().bundles.assign(resolved.bundle().begin(), resolved.bundle().end());
  for (const std::string& sha256 : evidence.inputs) {
    loaded.pinned->archives[sha256] = folder / sha256;
  }
  context.log << "measuring with the programs that " << file << " names" << std::endl;
  return loaded;
}

}  // namespace benchcell
