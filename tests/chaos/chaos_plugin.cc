// The plugin of the chaos test: its cells are numbered, its program gives known answers.

#include <iostream>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "plugins/sdk/plugin.h"
#include "plugins/sdk/request.h"
#include "plugins/sdk/steps.h"
#include "runners/base/status_macros.h"
#include "tests/chaos/known_answers.h"

namespace benchcell::chaos {
namespace {

// From the directory of a build of a cell to the folder of the machine; see lab.h.
constexpr char kJournal[] = "{dir}/../../../../../../journal";

class ChaosPlugin : public Plugin {
 public:
  v1::PluginDescription Describe() override {
    v1::PluginDescription description;
    description.set_name(kPluginName);
    description.set_version("1");
    description.set_title("known answers");
    v1::AxisSpec& axis = *description.add_axis();
    axis.set_name(kAxis);
    axis.set_pattern("[0-9]+");
    axis.set_pattern_title("a number");
    v1::InputSpec& input = *description.add_input();
    input.set_name(kProgramInput);
    input.set_required(true);
    v1::ParameterSpec& length = *description.add_parameter();
    length.set_name(kLengthParameter);
    length.set_pattern("[0-9]+");
    length.set_pattern_title("milliseconds");
    length.set_required(true);
    v1::Metric& metric = *description.add_metric();
    metric.set_name(kMetric);
    metric.set_unit("1");
    metric.set_direction(v1::LOWER_IS_BETTER);
    metric.set_scope(v1::RUN);
    return description;
  }

  absl::StatusOr<v1::ExpandResponse> Expand(const v1::ExpandRequest& request) override {
    v1::ExpandResponse response;
    const v1::Experiment& experiment = request.experiment();
    for (const v1::Cell& asked : request.cell()) {
      v1::Cell& cell = *response.add_cell();
      cell = asked;
      uint64_t level = 0;
      if (!absl::SimpleAtoi(LevelOf(asked, kAxis), &level)) {
        return absl::InvalidArgumentError("a case is a number");
      }
      for (const v1::Build& build : experiment.build()) {
        ASSIGN_OR_RETURN(const v1::Bundle* program,
                         FindInput(request, asked, build, kProgramInput));
        if (program == nullptr) return absl::InvalidArgumentError("no program");
        PlanBuilder plan(build.name());
        plan.Once(steps::MountShared(*program, kProgramFile, kProgramFile));
        CommandBuilder command(
            {kProgramFile, absl::StrCat(KnownAnswer(level, build.name() == kChanged)),
             FindParameter(experiment, build, kLengthParameter).value_or(""), kJournal});
        command.Timeout(CommandTimeout(experiment));
        plan.EachRun(steps::Measure(command.Build()));
        *cell.add_build() = plan.Build();
      }
    }
    return response;
  }

  absl::StatusOr<v1::ParseResponse> Parse(const v1::ParseRequest& request) override {
    v1::ParseResponse response;
    const std::string output = ReadRawOutput(request, "stdout").value_or("");
    const std::vector<std::string> words = absl::StrSplit(output, absl::ByAnyChar(" \n"));
    double answer = 0;
    if (words.size() < 4 || words[0] != "answer" || !absl::SimpleAtod(words[1], &answer)) {
      response.set_status(v1::HARNESS_ERROR);
      response.set_message(absl::StrCat("no answer in: ", output));
      return response;
    }
    response.set_status(v1::OK);
    v1::Sample& sample = *response.add_sample();
    sample.set_metric(kMetric);
    sample.set_value(answer);
    return response;
  }
};

}  // namespace
}  // namespace benchcell::chaos

int main() {
  benchcell::chaos::ChaosPlugin plugin;
  return benchcell::Serve(plugin, std::cin, std::cout);
}
