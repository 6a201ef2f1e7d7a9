#include "plugins/node_core/plans.h"

#include <set>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "plugins/sdk/steps.h"

namespace benchcell::node_core {
namespace {

using nlohmann::json;

// For one file to declare its configurations, which takes a tenth of a second.
constexpr absl::Duration kFileLimit = absl::Minutes(1);

CommandBuilder Node(const std::vector<std::string>& arguments) {
  std::vector<std::string> line = {"node/bin/node"};
  line.insert(line.end(), arguments.begin(), arguments.end());
  CommandBuilder command(line);
  command.Variable("HOME", "{dir}/home")
      .Variable("NODE_TEST_DIR", "{dir}/tmp")
      // The tools of HTTP benchmarks are the machine's.
      .Variable("PATH", "{dir}/node/bin:/usr/local/bin:/usr/bin:/bin")
      .Variable("TMPDIR", "{dir}/tmp");
  return command;
}

v1::Command WithChannel(v1::Command command, const std::string& name, const std::string& variable) {
  command.mutable_channel()->set_name(name);
  command.mutable_channel()->set_variable(variable);
  return command;
}

PlanBuilder Begin(const BuildInputs& inputs) {
  PlanBuilder plan(inputs.build->name());
  plan.Once(steps::MountShared(*inputs.node, "", "node"));
  plan.Once(steps::WriteFile("home/.keep", ""));
  plan.Once(steps::WriteFile("tmp/.keep", ""));
  return plan;
}

std::string DiscoverRequest(const BuildInputs& inputs, int64_t& files) {
  json list = json::array();
  std::set<std::pair<std::string, std::string>> seen;
  for (const AskedFile& asked : inputs.files) {
    if (!seen.insert({asked.folder, asked.file}).second) continue;
    list.push_back({{"source", asked.folder}, {"file", asked.file}});
  }
  files = static_cast<int64_t>(list.size());
  return json{{"files", list},
              {"arguments", ArgumentsOf(inputs.set)},
              {"flags", inputs.flags},
              {"limitSeconds", absl::ToInt64Seconds(kFileLimit)}}
             .dump() +
         "\n";
}

}  // namespace

v1::BuildPlan DiscoverPlan(const BuildInputs& inputs, const Assets& assets) {
  PlanBuilder plan = Begin(inputs);
  for (const auto& [source, folder] : inputs.sources) {
    plan.Once(steps::MountShared(*source, "", folder));
  }
  int64_t files = 0;
  plan.Once(steps::WriteFile("benchcell/capture.cjs", assets.capture));
  plan.Once(steps::WriteFile("benchcell/discover.cjs", assets.discover));
  plan.Once(steps::WriteFile("benchcell/request.json", DiscoverRequest(inputs, files)));
  // More than all files together may take, so that each is ended by its own limit.
  const v1::Command command = Node({"benchcell/discover.cjs", "benchcell/request.json"})
                                  .Timeout(absl::Minutes(1) + files * kFileLimit)
                                  .Build();
  plan.EachRun(steps::Discover(WithChannel(command, kFoundOutput, "BENCHCELL_CHANNEL_FD")));
  return plan.Build();
}

v1::BuildPlan MeasurePlan(const BuildInputs& inputs, const AskedFile& asked,
                          const Configuration& configuration, bool in_parent,
                          absl::Duration timeout) {
  PlanBuilder plan = Begin(inputs);
  plan.Once(steps::MountShared(*asked.source, "", "source"));
  // A parent process hands the file's own flags on by itself.
  std::vector<std::string> arguments = in_parent ? inputs.flags : configuration.flags;
  arguments.push_back(absl::StrCat("{dir}/source/benchmark/", asked.file));
  arguments.insert(arguments.end(), configuration.arguments.begin(), configuration.arguments.end());
  CommandBuilder command = Node(arguments);
  command.WorkingDirectory("source").Timeout(timeout).Variable("NODE_CHANNEL_SERIALIZATION_MODE",
                                                               "json");
  if (!in_parent) command.Variable("NODE_RUN_BENCHMARK_FN", "");
  plan.EachRun(steps::Wipe({"home/*", "tmp/*"}));
  plan.EachRun(steps::Measure(WithChannel(command.Build(), kReportsOutput, "NODE_CHANNEL_FD")));
  return plan.Build();
}

v1::BuildPlan NothingToRunPlan(const BuildInputs& inputs, const std::string& reason) {
  PlanBuilder plan = Begin(inputs);
  plan.Once(steps::WriteFile("reason.txt", reason));
  plan.EachRun(steps::Measure(Node({"--version"}).Timeout(kFileLimit).Build()));
  plan.EachRun(steps::CollectFile("reason.txt", kReasonOutput));
  return plan.Build();
}

}  // namespace benchcell::node_core
