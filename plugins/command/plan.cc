#include "plugins/command/plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "plugins/command/invocation.h"
#include "plugins/sdk/steps.h"
#include "runners/base/status_macros.h"
#include "runners/design/nearest.h"

namespace benchcell::command {
namespace {

// Nobody's file has this name.
constexpr char kPlaceholderFile[] = ".benchcell-empty";

using Variables = std::map<std::string, std::string>;

absl::StatusOr<Variables> VariablesOf(const Settings& settings, const Levels& levels) {
  Variables variables = {{"HOME", "{dir}/home"}, {"PATH", kDefaultPath}, {"TMPDIR", "{dir}/tmp"}};
  for (const v1::EnvironmentVariable& variable : settings.environment) {
    ASSIGN_OR_RETURN(variables[variable.name()], FillPlaceholders(variable.value(), levels));
  }
  return variables;
}

// Makes commands for one build of one cell.
class Commands {
 public:
  Commands(const Settings& settings, const Levels& levels, const std::vector<PlacedInput>& inputs,
           const std::string& working_directory, Variables variables)
      : settings_(settings),
        levels_(levels),
        inputs_(inputs),
        working_directory_(working_directory),
        variables_(std::move(variables)) {}

  absl::StatusOr<v1::Command> Make(const std::string& text) const {
    ASSIGN_OR_RETURN(Invocation invocation, InvocationOf(text, levels_));
    Variables variables = variables_;
    for (const v1::EnvironmentVariable& variable : invocation.environment) {
      variables[variable.name()] = variable.value();
    }
    std::map<std::string, std::string> programs = settings_.programs;
    std::string& program = invocation.words[0];
    const bool of_the_machine = !absl::StrContains(program, '/') || program[0] == '/';
    if (of_the_machine) {
      programs.try_emplace(program);
    } else {
      ASSIGN_OR_RETURN(program, BroughtProgram(program));
    }
    CommandBuilder command(invocation.words);
    command.WorkingDirectory(working_directory_).Timeout(settings_.timeout);
    for (const auto& [name, value] : variables) command.Variable(name, value);
    if (settings_.network) command.Network();
    v1::Command made = command.Build();
    for (const auto& [name, sha256] : programs) {
      v1::MachineProgram& pinned = *made.add_machine_program();
      pinned.set_name(name);
      pinned.set_remedy(name);
      pinned.set_sha256(sha256);
    }
    return made;
  }

 private:
  absl::StatusOr<std::string> BroughtProgram(const std::string& program) const {
    ASSIGN_OR_RETURN(std::string place, PlaceOf(program, working_directory_));
    // What prepares a run may make the program.
    if (Covers(inputs_, place) || settings_.prepare.has_value()) return place;
    return absl::InvalidArgumentError(absl::StrCat("the program ", Quoted(program),
                                                   " is none of the inputs; expected one of that "
                                                   "name, or `prepare` to make it"));
  }

  const Settings& settings_;
  const Levels& levels_;
  const std::vector<PlacedInput>& inputs_;
  const std::string& working_directory_;
  const Variables variables_;
};

// The same command for a warm-up, of which the agent wants the exit code 0: the machine's shell
// takes the others that are good here.
v1::Command Forgiving(v1::Command command, const GoodExits& good) {
  if (good == GoodExits{0}) return command;
  const std::string script =
      good.empty() ? R"("$@" || [ $? -lt 128 ])"
                   : absl::StrCat(R"("$@"; c=$?; case $c in )", absl::StrJoin(good, "|"),
                                  ") exit 0;; *) exit $c;; esac");
  // A brought program is named from the agent's directory.
  std::string& program = *command.mutable_argument(0);
  if (absl::StrContains(program, '/') && program[0] != '/') program = "{dir}/" + program;
  std::vector<std::string> arguments = {kShell, "-c", script, kShell};
  arguments.insert(arguments.end(), command.argument().begin(), command.argument().end());
  command.mutable_argument()->Assign(arguments.begin(), arguments.end());
  return command;
}

// Steps that leave nothing but the inputs and empty folders.
std::vector<v1::Step> FreshFiles(const std::vector<PlacedInput>& inputs,
                                 const std::string& working_directory) {
  std::vector<v1::Step> fresh;
  fresh.push_back(steps::Wipe({kWorkFolder, "home/*", "tmp/*"}));
  for (const PlacedInput& input : inputs) {
    const auto file = input.bundle->facts().find(kFileFact);
    // A copy: whatever a run does to it, the next one finds it as it was brought.
    fresh.push_back(steps::MountCopy(
        *input.bundle, file == input.bundle->facts().end() ? "" : file->second, input.path));
  }
  // There is no step that makes a folder alone.
  const std::string file = absl::StrCat(working_directory, "/", kPlaceholderFile);
  fresh.push_back(steps::WriteFile(file, ""));
  fresh.push_back(steps::Wipe({file}));
  return fresh;
}

void Collect(const Reading& reading, const std::string& working_directory, PlanBuilder& plan) {
  std::set<std::string> files;
  for (const MetricSpec& metric : reading.metrics) {
    if (!metric.is_file || !files.insert(metric.source).second) continue;
    plan.EachRun(steps::CollectFile(absl::StrCat(working_directory, "/", metric.source),
                                    absl::StrCat(kFilePrefix, metric.source)));
  }
  if (reading.good_exits == GoodExits{0} && reading.metrics.empty()) return;
  // After the run, which so can't change it.
  plan.EachRun(steps::WriteFile("reading.json", ReadingToText(reading)));
  plan.EachRun(steps::CollectFile("reading.json", kReadingOutput));
}

}  // namespace

absl::StatusOr<v1::BuildPlan> PlanFor(const std::string& build, const Settings& settings,
                                      const Levels& levels, const std::vector<PlacedInput>& inputs,
                                      const std::string& working_directory) {
  ASSIGN_OR_RETURN(const Variables variables, VariablesOf(settings, levels));
  const Commands commands(settings, levels, inputs, working_directory, variables);
  ASSIGN_OR_RETURN(const v1::Command measured, commands.Make(settings.command));
  // What happens before the command starts, be it measured or a warm-up.
  std::vector<v1::Step> before;
  const std::vector<v1::Step> fresh = FreshFiles(inputs, working_directory);
  if (!settings.kept_files) before = fresh;
  if (settings.prepare.has_value()) {
    ASSIGN_OR_RETURN(v1::Command prepare, commands.Make(*settings.prepare));
    before.push_back(steps::Prepare(std::move(prepare)));
  }
  PlanBuilder plan(build);
  for (const char* folder : {"home/.keep", "tmp/.keep"}) plan.Once(steps::WriteFile(folder, ""));
  if (settings.kept_files) {
    for (const v1::Step& step : fresh) plan.Once(step);
  }
  for (uint32_t i = 0; i < settings.warmup; ++i) {
    for (const v1::Step& step : before) plan.EachBlock(step);
    plan.EachBlock(steps::Prime(Forgiving(measured, settings.reading.good_exits)));
  }
  for (const v1::Step& step : before) plan.EachRun(step);
  plan.EachRun(steps::Measure(measured));
  Collect(settings.reading, working_directory, plan);
  return plan.Build();
}

}  // namespace benchcell::command
