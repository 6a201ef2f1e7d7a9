// A plugin that is right but for one fault, which its argument names: for the test of the checks.

#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <limits>
#include <optional>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/text_format.h"
#include "plugins/sdk/plugin.h"
#include "plugins/sdk/request.h"
#include "plugins/sdk/steps.h"

namespace benchcell {
namespace {

constexpr char kDescription[] = R"pb(
  name: 'faulty'
  version: '1'
  title: 'for tests'
  axis {
    name: 'size'
    title: 'how much'
    level: [ '1', '2' ]
  }
  metric {
    name: 'rate'
    unit: '1/s'
    direction: HIGHER_IS_BETTER
    scope: RUN
    description: 'what the tool prints'
  }
)pb";

class FaultyPlugin : public Plugin {
 public:
  explicit FaultyPlugin(std::string fault) : fault_(std::move(fault)) {}

  v1::PluginDescription Describe() override {
    v1::PluginDescription description;
    google::protobuf::TextFormat::ParseFromString(kDescription, &description);
    if (Has("no-unit")) description.mutable_metric(0)->clear_unit();
    if (Has("describes-by-process")) description.set_title(absl::StrCat("process ", getpid()));
    return description;
  }

  absl::StatusOr<v1::ExpandResponse> Expand(const v1::ExpandRequest& request) override {
    v1::ExpandResponse response;
    if (Has("refuses")) {
      response.add_refusal()->set_message("not today");
      return response;
    }
    for (const v1::Cell& wanted : request.cell()) {
      const std::string size = LevelOf(wanted, "size");
      if (Has("hangs-on-unknown-level") && size == "no such level") pause();
      v1::Cell& cell = *response.add_cell();
      cell = wanted;
      for (const v1::Build& build : request.experiment().build()) {
        PlanBuilder plan(build.name());
        CommandBuilder command({"/bin/echo", size});
        command.Timeout(CommandTimeout(request.experiment()));
        if (Has("expands-by-process")) command.Variable("ID", absl::StrCat(getpid()));
        plan.EachRun(steps::Measure(command.Build()));
        if (Has("measures-twice")) plan.EachRun(steps::Measure(command.Build()));
        if (Has("leaves-directory")) plan.Once(steps::WriteFile("../up", ""));
        *cell.add_build() = plan.Build();
      }
    }
    return response;
  }

  absl::StatusOr<v1::ParseResponse> Parse(const v1::ParseRequest& request) override {
    v1::ParseResponse response;
    if (request.record().exit().how_case() != v1::Exit::kCode ||
        (request.record().exit().code() != 0 && !Has("ignores-exit"))) {
      response.set_status(v1::GENUINE_FAILURE);
      if (!Has("no-message")) response.set_message("the program failed");
      return response;
    }
    const std::string output = ReadRawOutput(request, "stdout").value_or("");
    if (Has("crashes-on-empty") && output.empty()) abort();
    if (Has("floods-on-empty") && output.empty()) {
      while (true) std::cout << std::string(1 << 20, 'x');
    }
    double rate = 0;
    // The end of the line tells that the number is whole.
    const bool whole = Has("takes-half") || (!output.empty() && output.back() == '\n');
    if (!whole || !absl::SimpleAtod(output, &rate) || !(rate > 0 && rate < 1e9)) {
      response.set_status(v1::HARNESS_ERROR);
      response.set_message("no rate");
      return response;
    }
    response.set_status(v1::OK);
    v1::Sample& sample = *response.add_sample();
    sample.set_metric(Has("undescribed-metric") ? "speed" : "rate");
    sample.set_value(Has("infinite") ? std::numeric_limits<double>::infinity() : rate);
    if (Has("parses-by-process")) sample.set_value(getpid());
    return response;
  }

 private:
  bool Has(const char* fault) const { return fault_ == fault; }

  const std::string fault_;
};

}  // namespace
}  // namespace benchcell

int main(int, char** argv) {
  const std::string fault = argv[1];
  benchcell::FaultyPlugin plugin(fault);
  if (fault == "silent-on-nonsense") {
    for (std::string line; std::getline(std::cin, line);) {
      if (line.find("describe") == std::string::npos) std::cout << "{}" << std::endl;
      if (line.find("describe") == std::string::npos) continue;
      std::cout << R"({"describe":{"name":"faulty"}})" << std::endl;
    }
    return 0;
  }
  const int code = benchcell::Serve(plugin, std::cin, std::cout);
  if (fault == "goes-on") pause();
  if (fault == "ends-badly") return 7;
  return code;
}
