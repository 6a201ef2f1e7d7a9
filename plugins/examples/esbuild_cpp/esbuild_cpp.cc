// Measures esbuild (https://esbuild.github.io) on a generated module, as esbuild_js does, on the
// SDK.

#include <cstdint>
#include <iostream>
#include <optional>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/text_format.h"
#include "nlohmann/json.hpp"
#include "plugins/sdk/answer.h"
#include "plugins/sdk/plugin.h"
#include "plugins/sdk/request.h"
#include "plugins/sdk/steps.h"
#include "runners/base/status_macros.h"

namespace benchcell {
namespace {

constexpr char kDescription[] = R"pb(
  name: 'esbuild_cpp'
  version: '1'
  title: 'esbuild on a generated module'
  axis {
    name: 'functions'
    title: 'how many the module has'
    level: [ '100', '1000', '10000' ]
    default_level: '1000'
  }
  axis {
    name: 'minify'
    title: 'whether esbuild makes it small'
    level: [ 'false', 'true' ]
    default_level: 'true'
  }
  input { name: 'esbuild' title: 'an installation of the npm package esbuild' required: true }
  metric {
    name: 'wall_time'
    unit: 's'
    direction: LOWER_IS_BETTER
    scope: RUN
    description: 'From start to end of esbuild, measured by benchcell.'
  }
  metric {
    name: 'output_size'
    unit: 'By'
    direction: LOWER_IS_BETTER
    scope: RUN
    exact: true
    description: 'Bytes written, as esbuild says.'
  }
)pb";

std::string Module(int64_t functions) {
  std::string module;
  for (int64_t i = 0; i < functions; ++i) {
    absl::StrAppend(&module, "export function add", i,
                    "(first, second) {\n  return (first + second) * ", i, "\n}\n");
  }
  return module;
}

absl::StatusOr<v1::BuildPlan> PlanOf(const v1::ExpandRequest& request, const v1::Cell& cell,
                                     const v1::Build& build) {
  ASSIGN_OR_RETURN(const v1::Bundle* esbuild, FindInput(request, cell, build, "esbuild"));
  if (esbuild == nullptr) {
    return absl::InvalidArgumentError(absl::StrCat("build \"", build.name(),
                                                   "\": no bundle for the input \"esbuild\" on ",
                                                   request.platform()));
  }
  int64_t functions = 0;
  (void)absl::SimpleAtoi(LevelOf(cell, "functions"), &functions);
  PlanBuilder plan(build.name());
  plan.Once(steps::MountShared(*esbuild, "", "tool"));
  plan.Once(steps::WriteFile("module.js", Module(functions)));
  plan.EachRun(steps::Wipe({"out.js", "meta.json"}));
  plan.EachRun(steps::Measure(
      CommandBuilder(
          {absl::StrCat("tool/node_modules/@esbuild/", request.platform(), "/bin/esbuild"),
           "module.js", "--outfile=out.js", "--metafile=meta.json",
           absl::StrCat("--minify=", LevelOf(cell, "minify"))})
          .Timeout(CommandTimeout(request.experiment()))
          .Build()));
  plan.EachRun(steps::CollectFile("meta.json", "metafile"));
  return plan.Build();
}

// The size of out.js; absent if the metafile doesn't tell one.
std::optional<double> OutputSize(const v1::ParseRequest& request) {
  const std::optional<std::string> metafile = ReadRawOutput(request, "metafile");
  if (!metafile.has_value()) return std::nullopt;
  // Throws nothing; of what isn't there, or is of another type, comes a value that is no number.
  const nlohmann::json json = nlohmann::json::parse(*metafile, nullptr, false);
  const nlohmann::json::json_pointer place("/outputs/out.js/bytes");
  if (!json.contains(place) || !json.at(place).is_number()) return std::nullopt;
  const double size = json.at(place).get<double>();
  return size > 0 && size < 1e12 ? std::optional(size) : std::nullopt;
}

class EsbuildPlugin : public Plugin {
 public:
  v1::PluginDescription Describe() override {
    v1::PluginDescription description;
    google::protobuf::TextFormat::ParseFromString(kDescription, &description);
    return description;
  }

  absl::StatusOr<v1::ExpandResponse> Expand(const v1::ExpandRequest& request) override {
    v1::ExpandResponse response;
    for (const v1::Cell& wanted : request.cell()) {
      v1::Cell& cell = *response.add_cell();
      cell = wanted;
      for (const v1::Build& build : request.experiment().build()) {
        ASSIGN_OR_RETURN(*cell.add_build(), PlanOf(request, wanted, build));
      }
    }
    return response;
  }

  absl::StatusOr<v1::ParseResponse> Parse(const v1::ParseRequest& request) override {
    const v1::Exit& exit = request.record().exit();
    if (exit.how_case() != v1::Exit::kCode || exit.code() != 0) {
      return Failed(v1::GENUINE_FAILURE, exit.signal() != 0
                                             ? absl::StrCat("signal ", exit.signal())
                                             : absl::StrCat("exit code ", exit.code()));
    }
    const std::optional<double> size = OutputSize(request);
    if (!size.has_value()) {
      return Failed(v1::HARNESS_ERROR, "no metafile that can be read");
    }
    v1::ParseResponse response;
    response.set_status(v1::OK);
    AddSample("wall_time", static_cast<double>(request.record().usage().wall_ns()) / 1e9, response);
    AddSample("output_size", *size, response);
    return response;
  }
};

}  // namespace
}  // namespace benchcell

int main() {
  benchcell::EsbuildPlugin plugin;
  return benchcell::Serve(plugin, std::cin, std::cout);
}
