// `reproduce` of an evidence file: its experiment, to be measured again.

#include <google/protobuf/text_format.h>

#include <algorithm>
#include <string>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/cli/evidence.h"
#include "runners/cli/path_inputs.h"
#include "runners/design/local_label.h"
#include "runners/design/validate.h"
#include "runners/evidence/published.h"

namespace benchcell {
namespace {

constexpr char kDigestLabel[] = "sha256:";

// Inputs that were files or folders are labelled by their digest in a stored run. Labels them by
// their paths again, as the text that the experiment was read from has them; what is there now must
// have that digest.
void RestorePaths(const std::string& source, v1::Experiment& experiment) {
  v1::Experiment written;
  if (!google::protobuf::TextFormat::ParseFromString(source, &written)) return;
  const auto restore = [](const auto& from, auto& to) {
    for (v1::Input& input : *to.mutable_input()) {
      if (!input.label().starts_with(kDigestLabel)) continue;
      for (const v1::Input& each : from.input()) {
        if (each.name() == input.name() && IsPathLabel(each.label()) &&
            each.when().axis() == input.when().axis() &&
            each.when().level() == input.when().level()) {
          input.set_label(each.label());
        }
      }
    }
  };
  restore(written, experiment);
  for (v1::Build& build : *experiment.mutable_build()) {
    for (const v1::Build& each : written.build()) {
      if (each.name() == build.name()) restore(each, build);
    }
  }
}

// Whether the evidence brings all inputs that were files or folders.
bool BringsPaths(const Verification& evidence) {
  const auto& bundles = evidence.run.resolved().bundle();
  return std::all_of(bundles.begin(), bundles.end(), [&](const v1::Bundle& bundle) {
    return !bundle.label().starts_with(kDigestLabel) || evidence.inputs.contains(bundle.sha256());
  });
}

// Holds the resolved experiment to all that is asked of one that a user writes.
absl::StatusOr<v1::Experiment> Validated(const v1::Experiment& experiment,
                                         const std::string& source, const std::string& file,
                                         const v1::PluginDescription& plugin) {
  v1::Experiment measured = experiment;
  measured.clear_published();
  RestorePaths(source, measured);
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
  // Where the paths of its inputs lead from.
  std::error_code error;
  loaded.file.folder = std::filesystem::current_path(error);
  if (error) return SystemError(error.value(), "can't tell the current folder", ".");
  ASSIGN_OR_RETURN(PluginClient * plugin, plugins.Get(resolved.experiment().plugin()));
  ASSIGN_OR_RETURN(loaded.plugin, plugin->Describe());
  ASSIGN_OR_RETURN(loaded.experiment,
                   Validated(resolved.experiment(), resolved.source(), file, loaded.plugin));
  loaded.experiment.mutable_protocol()->set_seed(evidence.run.seed());
  loaded.overrides.assign(resolved.override().begin(), resolved.override().end());
  RETURN_IF_ERROR(ApplyOptions(context.options, loaded));
  if (BringsPaths(evidence)) LabelByDigest(loaded.experiment);
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
