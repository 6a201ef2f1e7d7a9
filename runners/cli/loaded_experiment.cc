#include "runners/cli/loaded_experiment.h"

#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runners/adhoc/experiment_writer.h"
#include "runners/adhoc/make_experiment.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/design/filter.h"
#include "runners/design/validate.h"
#include "runners/design/vocabulary.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

constexpr uint32_t kMostRoundsOrRuns = 1000;

// Replaces a number of the protocol if the option is given.
absl::Status Override(const std::string& flag, uint32_t value, void (v1::Protocol::*set)(uint32_t),
                      LoadedExperiment& loaded) {
  if (value == 0) return absl::OkStatus();
  if (value > kMostRoundsOrRuns) {
    return absl::InvalidArgumentError(
        absl::StrCat(flag, "=", value, ": expected a number from 1 to ", kMostRoundsOrRuns));
  }
  (loaded.experiment.mutable_protocol()->*set)(value);
  loaded.overrides.push_back(absl::StrCat(flag, "=", value));
  return absl::OkStatus();
}

// Adds to the experiment's parameter `set`, which plugins have whose workloads bring their own
// configurations.
absl::Status AddToSet(const std::string& set, LoadedExperiment& loaded) {
  if (set.empty()) return absl::OkStatus();
  ASSIGN_OR_RETURN(const Vocabulary vocabulary, Vocabulary::Create(loaded.plugin));
  if (const Vocabulary::Problem problem = vocabulary.Parameter("set"); problem.has_value()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--set: plugin ", loaded.plugin.name(), ": ", *problem));
  }
  auto& parameters = *loaded.experiment.mutable_parameter();
  auto found = std::find_if(parameters.begin(), parameters.end(),
                            [](const v1::Parameter& each) { return each.name() == "set"; });
  if (found == parameters.end()) {
    parameters.Add()->set_name("set");
    found = parameters.end() - 1;
  }
  found->set_value(absl::StrCat(found->value(), found->value().empty() ? "" : ",", set));
  if (const Vocabulary::Problem problem = vocabulary.Value("set", found->value());
      problem.has_value()) {
    return absl::InvalidArgumentError(absl::StrCat("--set: ", *problem));
  }
  loaded.overrides.push_back(absl::StrCat("--set=", set));
  return absl::OkStatus();
}

// An experiment that stands in no file: its text is what a file would hold, and is checked as that.
absl::Status MakeFromCommands(const AdhocOptions& options, LoadedExperiment& loaded) {
  AdhocPlace place;
  std::error_code error;
  place.folder = fs::current_path(error);
  if (error) return SystemError(error.value(), "can't tell the current folder", ".");
  if (const char* path = std::getenv("PATH"); path != nullptr) place.search_path = path;
  ASSIGN_OR_RETURN(AdhocExperiment made, MakeExperiment(options, place));
  loaded.file.display_name = "the command line";
  loaded.file.source = ExperimentText(made.experiment);
  loaded.file.folder = place.folder;
  loaded.notes = std::move(made.notes);
  return absl::OkStatus();
}

}  // namespace

absl::Status ApplyOptions(const Options& options, LoadedExperiment& loaded) {
  if (!options.only.empty()) {
    ASSIGN_OR_RETURN(loaded.experiment, KeepCells(loaded.experiment, loaded.plugin, options.only));
    loaded.overrides.push_back(absl::StrCat("--only=", options.only));
  }
  if (!options.builds.empty()) {
    ASSIGN_OR_RETURN(loaded.experiment, KeepBuilds(loaded.experiment, options.builds));
    loaded.overrides.push_back(absl::StrCat("--builds=", options.builds));
  }
  RETURN_IF_ERROR(Override("--rounds", options.rounds, &v1::Protocol::set_rounds, loaded));
  RETURN_IF_ERROR(Override("--runs", options.runs, &v1::Protocol::set_runs, loaded));
  RETURN_IF_ERROR(AddToSet(options.set, loaded));
  if (options.seed != 0) {
    loaded.experiment.mutable_protocol()->set_seed(options.seed);
    loaded.overrides.push_back(absl::StrCat("--seed=", options.seed));
  }
  if (options.any_machine) {
    loaded.experiment.set_any_machine(true);
    loaded.overrides.push_back("--any-machine");
  }
  if (options.force) {
    loaded.experiment.mutable_protocol()->set_compare_unlike(true);
    loaded.overrides.push_back("--force");
  }
  // A written experiment has the seed that it was run with.
  v1::Protocol& protocol = *loaded.experiment.mutable_protocol();
  if (!options.write_experiment.empty() && protocol.seed() == 0) {
    protocol.set_seed(SeedFor(loaded.experiment));
  }
  return absl::OkStatus();
}

absl::StatusOr<LoadedExperiment> LoadExperiment(const Options& options, const fs::path& root,
                                                PluginRegistry& plugins) {
  LoadedExperiment loaded;
  if (options.adhoc.given()) {
    RETURN_IF_ERROR(MakeFromCommands(options.adhoc, loaded));
  } else {
    ASSIGN_OR_RETURN(loaded.file, FindExperiment(options.operands.front(), root));
  }
  const std::string& name = loaded.file.display_name;
  ASSIGN_OR_RETURN(const PluginName plugin, ReadPluginName(loaded.file.source, name));
  const absl::StatusOr<PluginClient*> client = plugins.Get(plugin.name);
  if (!client.ok() && plugins.Names().empty()) {
    return absl::FailedPreconditionError(
        "no plugin is built; start benchcell by its launcher, which builds them");
  }
  if (!client.ok()) return UnknownPlugin(plugin, name, plugins.Names());
  ASSIGN_OR_RETURN(loaded.plugin, (*client)->Describe());
  ASSIGN_OR_RETURN(loaded.experiment, Validate(loaded.file.source, name, loaded.plugin));
  RETURN_IF_ERROR(ApplyOptions(options, loaded));
  return loaded;
}

}  // namespace benchcell
