// `run` and `reproduce`: measure an experiment and print its table.

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "plugins/command/settings.h"
#include "runners/adhoc/experiment_writer.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/cli/bundler.h"
#include "runners/cli/commands.h"
#include "runners/cli/evidence.h"
#include "runners/cli/follow.h"
#include "runners/cli/lab_platform.h"
#include "runners/cli/loaded_experiment.h"
#include "runners/cli/path_inputs.h"
#include "runners/cli/print_run.h"
#include "runners/cli/session.h"
#include "runners/design/local_label.h"
#include "runners/design/nearest.h"
#include "runners/evidence/published.h"
#include "runners/evidence/scratch_folder.h"
#include "toolchains/bundle/experiment_labels.h"

namespace benchcell {
namespace {

// INVALID_ARGUMENT for each label that is no known pin.
absl::Status CheckPins(const ExperimentFile& file, const std::vector<std::string>& known) {
  ASSIGN_OR_RETURN(const std::vector<PlacedLabel> labels,
                   LabelsOfExperiment(file.source, file.display_name));
  std::string errors;
  for (const PlacedLabel& place : labels) {
    if (std::find(known.begin(), known.end(), place.label) != known.end()) continue;
    const std::optional<std::string> nearest = Nearest(place.label, known);
    absl::StrAppend(&errors, errors.empty() ? "" : "\n", file.display_name, ":", place.line, ":",
                    place.column, ": unknown pin ", Quoted(place.label),
                    "; expected a bundle of the project, such as those of toolchains/pins.bzl");
    if (nearest.has_value()) {
      absl::StrAppend(&errors, " (nearest valid name: ", Quoted(*nearest), ")");
    }
  }
  return errors.empty() ? absl::OkStatus() : absl::InvalidArgumentError(errors);
}

// The bundles that evidence brings with it.
std::vector<BundleArchive> BroughtBundles(const LoadedExperiment& loaded,
                                          const std::string& platform) {
  std::vector<BundleArchive> bundles;
  if (!loaded.pinned.has_value()) return bundles;
  for (const v1::Bundle& bundle : loaded.pinned->bundles) {
    const auto archive = loaded.pinned->archives.find(bundle.sha256());
    if (archive == loaded.pinned->archives.end()) continue;
    if (bundle.platform() != platform && bundle.platform() != "any") continue;
    bundles.push_back({bundle, archive->second});
  }
  return bundles;
}

// Has Bazel make the bundles, after it has said which labels it knows.
absl::StatusOr<std::vector<BundleArchive>> Bundles(const CommandContext& context,
                                                   const LoadedExperiment& loaded,
                                                   const std::vector<std::string>& labels,
                                                   const std::string& platform) {
  if (labels.empty()) return std::vector<BundleArchive>();
  if (!context.options.bundles.empty()) return ReadBundles(context.options.bundles);
  ASSIGN_OR_RETURN(const std::vector<std::string> known,
                   KnownPins(context.places.root, context.interrupted));
  RETURN_IF_ERROR(CheckPins(loaded.file, known));
  return MakeBundles(labels, platform, context.places.root, context.interrupted);
}

// The experiment with its labels resolved; the bundles are stored with the coordinator.
absl::StatusOr<v1::SubmitRequest> Resolve(const CommandContext& context,
                                          const LoadedExperiment& loaded,
                                          const std::string& platform,
                                          const std::filesystem::path& archive_folder,
                                          LabClient& client) {
  context.log << "fetching and packing the inputs" << std::endl;
  for (const std::string& note : loaded.notes) context.log << note << std::endl;
  std::vector<std::string> labels = LabelsOf(loaded.experiment);
  std::vector<BundleArchive> bundles = BroughtBundles(loaded, platform);
  const auto is_brought = [&bundles](std::string_view label) {
    return std::any_of(bundles.begin(), bundles.end(),
                       [&](const BundleArchive& bundle) { return bundle.bundle.label() == label; });
  };
  std::erase_if(labels, is_brought);
  const bool needs_source = NeedsSource(loaded.experiment) && !is_brought(kSourceLabel);
  ASSIGN_OR_RETURN(std::vector<BundleArchive> made, Bundles(context, loaded, labels, platform));
  // A manifest may have the bundles of all builds; a filter may have left some out.
  std::erase_if(made, [&](const BundleArchive& bundle) {
    return std::find(labels.begin(), labels.end(), bundle.bundle.label()) == labels.end();
  });
  bundles.insert(bundles.end(), made.begin(), made.end());
  if (needs_source) {
    if (context.options.source.empty()) {
      return absl::InvalidArgumentError(
          absl::StrCat(loaded.file.display_name,
                       " has an input labelled --source: give the folder with --source=DIR"));
    }
    ASSIGN_OR_RETURN(bundles.emplace_back(),
                     PackSource(context.options.source, archive_folder / "source.tar"));
  }
  v1::Experiment pinned = loaded.experiment;
  const std::filesystem::path packed = archive_folder / absl::StrCat("packing-", getpid());
  const absl::Cleanup remove_packed = [&] { RemoveAll(packed).IgnoreError(); };
  ASSIGN_OR_RETURN(const std::vector<BundleArchive> own,
                   PackPathInputs(loaded.file.folder, packed, pinned));
  bundles.insert(bundles.end(), own.begin(), own.end());
  if (const auto& file = context.options.write_experiment; !file.empty()) {
    RETURN_IF_ERROR(WriteExperiment(pinned, loaded.file.folder, file));
    context.log << "the experiment is in " << file.string() << std::endl;
  }
  LabelByDigest(pinned);
  if (loaded.pinned.has_value()) {
    std::vector<v1::Bundle> here;
    for (const BundleArchive& bundle : bundles) here.push_back(bundle.bundle);
    RETURN_IF_ERROR(CheckInputs(loaded.pinned->bundles, here, platform));
  }
  RETURN_IF_ERROR(client.Upload(bundles));
  v1::SubmitRequest request;
  request.set_platform(platform);
  v1::ResolvedExperiment& resolved = *request.mutable_resolved();
  *resolved.mutable_experiment() = std::move(pinned);
  resolved.set_source(loaded.file.source);
  for (BundleArchive& bundle : bundles) *resolved.add_bundle() = std::move(bundle.bundle);
  for (const std::string& change : loaded.overrides) resolved.add_override(change);
  return request;
}

// What to say when a run stops before its end.
void SayHowToResume(const CommandContext& context, const v1::ExperimentRun& run) {
  const auto used = std::count_if(run.record().begin(), run.record().end(),
                                  [](const v1::RunRecord& record) { return !record.superseded(); });
  int planned = 0;
  for (const v1::Block& block : run.block()) planned += block.run_size();
  context.log << "run " << run.id() << ": " << used << " of " << planned
              << " runs are measured and kept; the block that was being measured starts anew\n"
              << "to go on, give the same command again" << std::endl;
}

// What can only fail after everything is measured is checked before.
absl::Status CheckOutput(const CommandContext& context, const LoadedExperiment& loaded) {
  std::vector<std::string> metrics = command::MetricNames(loaded.experiment);
  for (const v1::Metric& metric : loaded.plugin.metric()) metrics.push_back(metric.name());
  const std::string& metric = context.options.metric;
  if (!metric.empty() && std::find(metrics.begin(), metrics.end(), metric) == metrics.end()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--metric=", metric, ": expected ", OneOf(metrics, metric)));
  }
  if (context.options.out.empty()) return absl::OkStatus();
  RETURN_IF_ERROR(MakeFolder(context.options.out));
  if (access(context.options.out.c_str(), W_OK) != 0) {
    return SystemError(errno, "can't write into", context.options.out);
  }
  return absl::OkStatus();
}

// Submits the experiment, first to discover its cells if its plugin wants that, and follows it.
// Returns the id of the last run.
absl::StatusOr<std::string> SubmitAndFollow(const CommandContext& context,
                                            v1::SubmitRequest request,
                                            const CancellationFlag* agent_ended,
                                            LabClient& client) {
  while (true) {
    ASSIGN_OR_RETURN(const v1::SubmitResponse submitted, client.Submit(request));
    const std::string& id = submitted.run_id();
    context.log << (submitted.resumed() ? "resuming run " : "run ") << id << std::endl;
    RETURN_IF_ERROR(Follow(context, id, agent_ended, client));
    const bool ended =
        context.interrupted.IsCancelled() || (agent_ended != nullptr && agent_ended->IsCancelled());
    if (!submitted.discovering() || ended) return id;
    request.set_discovery_run_id(id);
  }
}

absl::StatusOr<int> Print(const CommandContext& context, const LoadedExperiment& loaded,
                          v1::ExperimentRun run) {
  // What is resumed may have been begun by the other command.
  *run.mutable_resolved()->mutable_experiment()->mutable_published() =
      loaded.experiment.published();
  return PrintRun(context, run);
}

// By the machines of a lab, which goes on whatever becomes of this process.
absl::StatusOr<int> RunInLab(const CommandContext& context, const LoadedExperiment& loaded,
                             const Session& session) {
  ASSIGN_OR_RETURN(const v1::LabStatus lab, session.client->GetStatus());
  ASSIGN_OR_RETURN(const std::string platform, PlatformFor(loaded.experiment, lab));
  ASSIGN_OR_RETURN(const v1::SubmitRequest request,
                   Resolve(context, loaded, platform, session.state_dir, *session.client));
  ASSIGN_OR_RETURN(const std::string id,
                   SubmitAndFollow(context, request, nullptr, *session.client));
  if (context.interrupted.IsCancelled()) {
    context.log << "run " << id << " goes on in the lab; `benchcell watch " << id
                << "` shows it, `benchcell cancel " << id << "` stops it" << std::endl;
    return kExitInterrupted;
  }
  ASSIGN_OR_RETURN(v1::ExperimentRun run, session.client->GetRun(id));
  if (run.state() != v1::COMPLETE) {
    context.log << "run " << id << " was stopped before its end" << std::endl;
    return kExitNotMeasured;
  }
  return Print(context, loaded, std::move(run));
}

// By this machine.
absl::StatusOr<int> RunHere(const CommandContext& context, const LoadedExperiment& loaded,
                            const Session& session) {
  CancellationFlag agent_ended;
  RETURN_IF_ERROR(session.lab->StartAgent(context.places.Warden(), agent_ended));
  ASSIGN_OR_RETURN(
      const v1::SubmitRequest request,
      Resolve(context, loaded, session.lab->platform(), session.state_dir, *session.client));
  ASSIGN_OR_RETURN(const std::string id,
                   SubmitAndFollow(context, request, &agent_ended, *session.client));
  const bool interrupted = context.interrupted.IsCancelled();
  if (interrupted) context.log << "stopping" << std::endl;
  const absl::Status ended = session.lab->StopAgent();
  ASSIGN_OR_RETURN(v1::ExperimentRun run, session.client->GetRun(id));
  if (run.state() != v1::COMPLETE || run.discovery()) {
    RETURN_IF_ERROR(session.client->Cancel(id));
    if (!ended.ok()) context.log << "benchcell: " << ended.message() << std::endl;
    SayHowToResume(context, run);
    return interrupted ? kExitInterrupted : kExitNotMeasured;
  }
  return Print(context, loaded, std::move(run));
}

absl::StatusOr<int> Run(const CommandContext& context) {
  ASSIGN_OR_RETURN(const Session session, OpenSession(context));
  // Holds what evidence brings with it.
  std::unique_ptr<ScratchFolder> scratch;
  LoadedExperiment loaded;
  if (context.options.command == "reproduce" &&
      LooksLikeEvidence(context.options.operands.front())) {
    ASSIGN_OR_RETURN(scratch, ScratchFolder::Make(session.state_dir));
    ASSIGN_OR_RETURN(loaded, LoadEvidence(context, *session.plugins, scratch->path()));
  } else {
    ASSIGN_OR_RETURN(loaded,
                     LoadExperiment(context.options, context.places.root, *session.plugins));
  }
  RETURN_IF_ERROR(CheckOutput(context, loaded));
  // `run` doesn't hold its result against anything, neither now nor when it is reported.
  if (context.options.command == "run") loaded.experiment.clear_published();
  return session.lab == nullptr ? RunInLab(context, loaded, session)
                                : RunHere(context, loaded, session);
}

}  // namespace

int RunCommand(const CommandContext& context) {
  const absl::StatusOr<int> code = Run(context);
  return code.ok() ? *code : Fail(context, code.status());
}

}  // namespace benchcell
