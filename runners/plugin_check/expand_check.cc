#include "runners/plugin_check/expand_check.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/util/message_differencer.h"
#include "runners/base/status_macros.h"
#include "runners/design/expand.h"
#include "runners/design/validate.h"
#include "runners/plugin_check/made_up_bundles.h"
#include "runners/plugins/objections.h"

namespace benchcell {
namespace {

using google::protobuf::util::MessageDifferencer;

absl::StatusOr<v1::ExpandRequest> RequestFor(const ExampleExperiment& example,
                                             const v1::PluginDescription& description,
                                             const std::vector<v1::Bundle>& bundles) {
  v1::ExpandRequest request;
  ASSIGN_OR_RETURN(*request.mutable_experiment(),
                   Validate(example.text, example.file, description));
  ASSIGN_OR_RETURN(const std::vector<v1::Cell> cells,
                   ExpandCells(request.experiment(), description));
  for (const v1::Cell& cell : cells) *request.add_cell() = cell;
  for (v1::Bundle& bundle : BundlesFor(request.experiment(), bundles)) {
    *request.add_bundle() = std::move(bundle);
  }
  request.set_platform("linux-x64");
  return request;
}

std::string RefusalsOf(const v1::ExpandResponse& response) {
  std::string refusals = "it refuses:";
  for (const v1::Refusal& refusal : response.refusal()) {
    absl::StrAppend(&refusals, "\ncell ", refusal.cell(), ", build \"", refusal.build(),
                    "\": ", refusal.message());
  }
  return refusals;
}

// What is wrong with the plugin's answer, which goes to `response`; empty if nothing.
std::string ObjectionTo(PluginClient& client, const v1::ExpandRequest& request,
                        v1::ExpandResponse& response) {
  const absl::StatusOr<v1::ExpandResponse> answer = client.Expand(request);
  if (!answer.ok()) return std::string(answer.status().message());
  response = *answer;
  if (!answer->refusal().empty()) return RefusalsOf(*answer);
  const std::string objection = ExpandObjection(request, *answer);
  return objection.empty() ? "" : absl::StrCat("it ", objection);
}

// Two processes, one answer. `what` is expanded.
void CheckOne(const PluginUnderCheck& plugin, const std::string& what,
              const v1::ExpandRequest& request, v1::ExpandResponse& response, Findings& findings) {
  const std::string rule = absl::StrCat("expands ", what);
  const std::string objection = ObjectionTo(*plugin.Start(), request, response);
  if (!objection.empty()) {
    findings.Broken(rule, objection);
    return;
  }
  findings.Holds(rule, response.discover().empty()
                           ? absl::StrCat(response.cell_size(), " cells")
                           : absl::StrCat(response.discover_size(), " commands to discover"));
  v1::ExpandResponse again;
  std::string difference;
  const std::string second_objection = ObjectionTo(*plugin.Start(), request, again);
  MessageDifferencer differencer;
  differencer.ReportDifferencesToString(&difference);
  if (!second_objection.empty()) {
    difference = second_objection;
  } else if (differencer.Compare(response, again)) {
    difference.clear();
  } else {
    difference = absl::StrCat("another process answered the same request otherwise:\n", difference,
                              "Take out what depends on time, chance, or the order of a hash.");
  }
  findings.Judge(absl::StrCat("expands ", what, " the same again"), difference);
}

struct OddRequest {
  std::string what;
  v1::ExpandRequest request;
};

// Requests that benchcell would not send.
std::vector<OddRequest> OddRequests(const v1::ExpandRequest& good) {
  std::vector<OddRequest> odd;
  const auto add = [&](const char* what) -> v1::ExpandRequest& {
    odd.push_back({what, good});
    return odd.back().request;
  };
  add("without a cell").clear_cell();
  for (v1::Cell& cell : *add("with cells of no levels").mutable_cell()) cell.clear_level();
  for (v1::Cell& cell : *add("with an unknown axis").mutable_cell()) {
    v1::Level& level = *cell.add_level();
    level.set_axis("no_such_axis");
    level.set_level("on");
  }
  for (v1::Cell& cell : *add("with unknown levels").mutable_cell()) {
    for (v1::Level& level : *cell.mutable_level()) level.set_level("no such level");
  }
  add("without bundles").clear_bundle();
  add("without an experiment").clear_experiment();
  add("without builds").mutable_experiment()->clear_build();
  v1::Experiment& bare = *add("with builds that have nothing").mutable_experiment();
  bare.clear_input();
  bare.clear_parameter();
  for (v1::Build& build : *bare.mutable_build()) {
    build.clear_input();
    build.clear_parameter();
  }
  v1::Experiment& settings = *add("with unknown parameters").mutable_experiment();
  for (v1::Build& build : *settings.mutable_build()) {
    v1::Parameter& parameter = *build.add_parameter();
    parameter.set_name("no_such_parameter");
    parameter.set_value("\"quoted\"\n\xe2\x80\x8f");
  }
  add("for an unknown platform").set_platform("plan9-mips");
  return odd;
}

void CheckOddRequests(const PluginUnderCheck& plugin, const v1::ExpandRequest& good,
                      Findings& findings) {
  std::string broken;
  const std::unique_ptr<PluginClient> client = plugin.Start();
  const std::vector<OddRequest> requests = OddRequests(good);
  for (const OddRequest& odd : requests) {
    const absl::StatusOr<v1::ExpandResponse> answer = client->Expand(odd.request);
    if (Answered(answer.status())) continue;
    absl::StrAppend(&broken, "asked to expand an experiment ", odd.what, ": ",
                    std::string(answer.status().message()), "\n");
  }
  if (!broken.empty()) {
    broken += "Answer with `error`, or a `refusal` that says what was asked and what to do.";
  }
  findings.Judge(
      absl::StrCat("answers ", requests.size(), " requests to expand that make no sense"), broken);
}

}  // namespace

Metrics CheckExpand(const PluginUnderCheck& plugin, const v1::PluginDescription& description,
                    const ExpandInputs& inputs, Findings& findings) {
  if (inputs.experiments.empty()) {
    findings.NotChecked("expands an experiment",
                        "there is none; put one with this plugin, `NAME.textproto`, beside it");
  }
  Metrics metrics = description.metric();
  bool odd_requests_checked = false;
  for (const ExampleExperiment& example : inputs.experiments) {
    absl::StatusOr<v1::ExpandRequest> request = RequestFor(example, description, inputs.bundles);
    if (!request.ok()) {
      findings.Broken(absl::StrCat("its experiment ", example.file, " is one"),
                      std::string(request.status().message()));
      continue;
    }
    v1::ExpandResponse response;
    CheckOne(plugin, example.file, *request, response, findings);
    if (!odd_requests_checked) CheckOddRequests(plugin, *request, findings);
    odd_requests_checked = true;
    metrics.MergeFrom(response.metric());
    if (response.discover().empty()) continue;
    const std::string what = absl::StrCat(example.file, " after its discovery");
    for (const v1::BuildPlan& plan : response.discover()) {
      for (const v1::Discovered& output : inputs.discovered) {
        if (output.build() == plan.build()) *request->add_discovered() = output;
      }
    }
    if (request->discovered_size() != response.discover_size()) {
      findings.NotChecked(
          absl::StrCat("expands ", what),
          "not every build has a recorded discovery; `benchcell plugins record RUN-discovery` "
          "makes one of a stored run's");
      continue;
    }
    CheckOne(plugin, what, *request, response, findings);
    metrics.MergeFrom(response.metric());
  }
  return metrics;
}

}  // namespace benchcell
