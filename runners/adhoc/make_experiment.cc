#include "runners/adhoc/make_experiment.h"

#include <unistd.h>

#include <algorithm>
#include <map>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "plugins/command/description.h"
#include "plugins/command/invocation.h"
#include "plugins/command/metric_spec.h"
#include "plugins/command/plan.h"
#include "plugins/command/words.h"
#include "runners/adhoc/brought_files.h"
#include "runners/adhoc/experiment_writer.h"
#include "runners/adhoc/flag_values.h"
#include "runners/adhoc/programs.h"
#include "runners/base/status_macros.h"
#include "runners/design/expand.h"
#include "runners/design/nearest.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

template <typename Owner>
void AddParameter(const char* name, const std::string& value, Owner& owner) {
  v1::Parameter& parameter = *owner.add_parameter();
  parameter.set_name(name);
  parameter.set_value(value);
}

absl::Status Annotate(const std::string& where, const absl::Status& status) {
  return absl::Status(status.code(), absl::StrCat(where, ": ", std::string(status.message())));
}

class Maker {
 public:
  Maker(const AdhocOptions& options, const AdhocPlace& place)
      : options_(options), place_(place), files_(place.folder) {}

  absl::StatusOr<AdhocExperiment> Make() {
    made_.experiment.set_plugin(command::kPluginName);
    ASSIGN_OR_RETURN(commands_, NameCommands(options_.commands));
    for (const NamedCommand& named : commands_) {
      v1::Build& build = *made_.experiment.add_build();
      build.set_name(named.name);
      AddParameter(command::kCommandParameter, named.command, build);
    }
    RETURN_IF_ERROR(AddAxes());
    RETURN_IF_ERROR(AddSettings());
    for (const std::string& path : options_.bring) RETURN_IF_ERROR(files_.AddAsked(path));
    RETURN_IF_ERROR(LookAtCommands());
    AddPins();
    AddInputs();
    AddHead();
    return std::move(made_);
  }

 private:
  absl::Status AddAxes() {
    v1::Grid& grid = *made_.experiment.add_grid();
    for (const std::string& value : options_.axes) {
      ASSIGN_OR_RETURN(v1::Axis axis, ParseAxis(value));
      for (const v1::Axis& other : grid.axis()) {
        if (other.name() != axis.name()) continue;
        return absl::InvalidArgumentError(absl::StrCat("--axis ", Quoted(value), ": the axis ",
                                                       Quoted(axis.name()), " is given twice"));
      }
      *grid.add_axis() = std::move(axis);
    }
    if (!options_.shell) return absl::OkStatus();
    v1::Axis& shell = *grid.add_axis();
    shell.set_name(command::kShellAxis);
    shell.add_level(command::kShell);
    return absl::OkStatus();
  }

  absl::Status AddSettings() {
    v1::Experiment& experiment = made_.experiment;
    if (!options_.prepare.empty()) {
      AddParameter(command::kPrepareParameter, options_.prepare, experiment);
    }
    if (options_.warmup > 0) {
      AddParameter(command::kWarmupParameter, absl::StrCat(options_.warmup), experiment);
    }
    if (options_.keep_files) {
      AddParameter(command::kFilesParameter, command::kKeptFiles, experiment);
    }
    if (options_.network) AddParameter(command::kNetworkParameter, "true", experiment);
    if (options_.ignore_failure && !options_.exit_codes.empty()) {
      return absl::InvalidArgumentError(
          "--ignore-failure and --exit-codes say different things; expected one of them");
    }
    if (options_.ignore_failure) {
      AddParameter(command::kExitParameter, command::kAnyExit, experiment);
    }
    if (!options_.exit_codes.empty()) {
      AddParameter(command::kExitParameter, options_.exit_codes, experiment);
    }
    for (const std::string& text : options_.environment) {
      const auto variable = command::ParseVariable(text);
      if (!variable.ok()) return Annotate("--env", variable.status());
      if (variable->name() == "PATH") own_path_ = variable->value();
      AddParameter(command::kEnvironmentParameter, text, experiment);
    }
    for (const std::string& text : options_.metrics) {
      const absl::Status status = command::ParseMetricSpec(text).status();
      if (!status.ok()) return Annotate("--metric-from", status);
      AddParameter(command::kMetricParameter, text, experiment);
    }
    return SetTimeout(experiment);
  }

  absl::Status SetTimeout(v1::Experiment& experiment) const {
    if (!options_.timeout.has_value()) return absl::OkStatus();
    if (*options_.timeout <= absl::ZeroDuration()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "--timeout=", absl::FormatDuration(*options_.timeout), ": expected more than 0"));
    }
    const int64_t seconds = absl::ToInt64Seconds(*options_.timeout);
    google::protobuf::Duration& timeout = *experiment.mutable_protocol()->mutable_timeout();
    timeout.set_seconds(seconds);
    timeout.set_nanos(
        static_cast<int32_t>(absl::ToInt64Nanoseconds(*options_.timeout - absl::Seconds(seconds))));
    return absl::OkStatus();
  }

  // In every cell: a level may name a program or a file.
  absl::Status LookAtCommands() {
    if (own_path_.empty()) {
      programs_ = ProgramPins(command::kDefaultPath, place_.search_path);
    } else {
      programs_ = ProgramPins(own_path_, "");
    }
    const v1::PluginDescription plugin = command::Description();
    ASSIGN_OR_RETURN(const std::vector<v1::Cell> cells, ExpandCells(made_.experiment, plugin));
    for (const v1::Cell& cell : cells) {
      if (!options_.prepare.empty()) {
        RETURN_IF_ERROR(LookAt("--prepare", options_.prepare, cell));
      }
      for (size_t i = 0; i < commands_.size(); ++i) {
        RETURN_IF_ERROR(LookAt(absl::StrCat("--command ", Quoted(options_.commands[i])),
                               commands_[i].command, cell));
      }
    }
    return absl::OkStatus();
  }

  absl::Status LookAt(const std::string& flag, const std::string& text, const v1::Cell& cell) {
    const auto invocation = command::InvocationOf(text, cell.level());
    if (!invocation.ok()) return Annotate(flag, invocation.status());
    absl::Status status = AddProgram(invocation->words[0]);
    if (!status.ok()) return Annotate(flag, status);
    if (options_.shell) return LookInShell(flag, invocation->words.back());
    for (const std::string& word : invocation->words) {
      // A program by its name is never the file of that name.
      const bool is_program = &word == &invocation->words.front();
      if (is_program && !absl::StrContains(word, '/')) continue;
      status = files_.AddNamed(word);
      if (!status.ok()) return Annotate(flag, status);
    }
    return absl::OkStatus();
  }

  // As well as it can be told: built-in commands and what only the shell knows is passed over.
  absl::Status LookInShell(const std::string& flag, const std::string& text) {
    for (const command::ShellWord& word : command::WordsForShell(text)) {
      const bool by_name = !absl::StrContains(word.text, '/');
      if (word.starts_command && (by_name || word.text[0] == '/')) {
        programs_.Add(word.text).IgnoreError();
        continue;
      }
      const absl::Status status = files_.AddNamed(word.text);
      if (!status.ok()) return Annotate(flag, status);
    }
    return absl::OkStatus();
  }

  absl::Status AddProgram(const std::string& program) {
    if (!absl::StrContains(program, '/') || program[0] == '/') {
      const absl::Status status = programs_.Add(program);
      if (!absl::IsNotFound(status)) return status;
      return absl::NotFoundError(
          absl::StrCat(std::string(status.message()),
                       "; a program of this folder is named with its path, as in ./tool, and what "
                       "stands before the first = of --command names the build"));
    }
    const fs::path file = place_.folder / program;
    std::error_code error;
    if (fs::is_regular_file(file, error)) {
      if (access(file.c_str(), X_OK) == 0) return absl::OkStatus();
      return absl::InvalidArgumentError(
          absl::StrCat(Quoted(program), " can't be run; chmod +x makes a program of a file"));
    }
    // What prepares a run may make it.
    if (!options_.prepare.empty()) return absl::OkStatus();
    return absl::NotFoundError(absl::StrCat("there is no program ", Quoted(program), " in ",
                                            place_.folder.string(),
                                            "; expected one, or --prepare to make it"));
  }

  void AddPins() {
    for (const auto& [name, sha256] : programs_.pins()) {
      AddParameter(command::kProgramParameter, absl::StrCat(name, "=", sha256), made_.experiment);
    }
    if (programs_.added().empty()) return;
    AddParameter(command::kEnvironmentParameter, absl::StrCat("PATH=", programs_.search_path()),
                 made_.experiment);
    made_.notes.push_back(absl::StrCat("the commands' PATH has ",
                                       absl::StrJoin(programs_.added(), ", "),
                                       " in front, where a program of yours is"));
  }

  void AddInputs() {
    for (const auto& [name, size] : files_.Take()) {
      v1::Input& input = *made_.experiment.add_input();
      input.set_name(name);
      const bool leads_up = name == "." || name.starts_with("../");
      input.set_label(leads_up ? name : absl::StrCat("./", name));
      made_.notes.push_back(absl::StrCat("bringing ", input.label(), " (", SizeInWords(size), ")"));
    }
  }

  void AddHead() {
    v1::Experiment& experiment = made_.experiment;
    experiment.set_name(ExperimentName(commands_));
    experiment.set_title(absl::StrCat(
        absl::StrJoin(commands_, " against ",
                      [](std::string* out, const NamedCommand& each) { *out += each.name; }),
        options_.shell ? ", by /bin/sh -c, whose start is part of what is measured" : ""));
    experiment.mutable_protocol()->set_rounds(kAdhocRounds);
    experiment.mutable_protocol()->set_runs(kAdhocRuns);
    experiment.mutable_protocol()->set_seed(SeedFor(experiment));
  }

  const AdhocOptions& options_;
  const AdhocPlace& place_;
  std::vector<NamedCommand> commands_;
  // Of --env.
  std::string own_path_;
  BroughtFiles files_;
  ProgramPins programs_{"", ""};
  AdhocExperiment made_;
};

}  // namespace

absl::StatusOr<AdhocExperiment> MakeExperiment(const AdhocOptions& options,
                                               const AdhocPlace& place) {
  return Maker(options, place).Make();
}

}  // namespace benchcell
