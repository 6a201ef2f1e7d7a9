#include "plugins/vitest/expand.h"

#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "plugins/sdk/request.h"
#include "plugins/sdk/steps.h"
#include "plugins/vitest/config_text.h"
#include "plugins/vitest/settings.h"
#include "plugins/vitest/version.h"
#include "runners/base/status_macros.h"

namespace benchcell::vitest {
namespace {

// Every place in which any version of vitest or vite leaves something for the next run. The same
// for all versions, so that all builds are wiped alike.
const std::vector<std::string>& CachePaths() {
  static const auto& paths = *new std::vector<std::string>{
      "app/.vitest",
      "app/node_modules/.experimental-vitest-cache",
      "app/node_modules/.vite",
      "app/node_modules/.vite-temp",
      "app/node_modules/.vitest-cache",
  };
  return paths;
}

// The inputs of one build in one cell.
struct Bundles {
  const v1::Bundle* node = nullptr;
  const v1::Bundle* vitest = nullptr;
  const v1::Bundle* app = nullptr;
  const v1::Bundle* packages = nullptr;
};

absl::StatusOr<const v1::Bundle*> Required(const v1::ExpandRequest& request, const v1::Cell& cell,
                                           const v1::Build& build, const std::string& name) {
  ASSIGN_OR_RETURN(const v1::Bundle* bundle, FindInput(request, cell, build, name));
  if (bundle != nullptr) return bundle;
  const std::string level = LevelOf(cell, "app");
  return absl::InvalidArgumentError(
      name == "app" ? absl::StrCat("there is no input \"app\" for level \"", level,
                                   "\" of axis \"app\": add one with `when { axis: \"app\" "
                                   "level: \"",
                                   level, "\" }`")
                    : absl::StrCat("there is no input \"", name, "\": add one"));
}

absl::StatusOr<Bundles> FindBundles(const v1::ExpandRequest& request, const v1::Cell& cell,
                                    const v1::Build& build) {
  Bundles bundles;
  ASSIGN_OR_RETURN(bundles.node, Required(request, cell, build, "node"));
  ASSIGN_OR_RETURN(bundles.vitest, Required(request, cell, build, "vitest"));
  ASSIGN_OR_RETURN(bundles.app, Required(request, cell, build, "app"));
  ASSIGN_OR_RETURN(bundles.packages, FindInput(request, cell, build, "packages"));
  return bundles;
}

absl::StatusOr<std::string> VersionText(const v1::Bundle& bundle) {
  const auto fact = bundle.facts().find("version");
  if (fact != bundle.facts().end()) return fact->second;
  return absl::InvalidArgumentError(
      absl::StrCat(bundle.label(), " does not say its version: the pin needs the fact `version`"));
}

absl::StatusOr<Version> VersionOf(const v1::Bundle& bundle) {
  ASSIGN_OR_RETURN(const std::string text, VersionText(bundle));
  absl::StatusOr<Version> version = ParseVersion(text);
  if (!version.ok()) return Annotate(version.status(), bundle.label());
  return version;
}

absl::StatusOr<std::string> ExpectedJson(const Bundles& bundles) {
  ASSIGN_OR_RETURN(const std::string node, VersionText(*bundles.node));
  ASSIGN_OR_RETURN(const std::string vitest, VersionText(*bundles.vitest));
  return nlohmann::json{{"node", node}, {"vitest", vitest}}.dump() + "\n";
}

// In these pools every test file has a context of its own anyway; all versions so far then set
// isolate to false, whatever is asked.
absl::Status CheckIsolate(const Settings& settings) {
  const bool vm = settings.pool == "vmForks" || settings.pool == "vmThreads";
  if (!vm || !settings.isolate) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("pool ", settings.pool,
                   " takes no note of isolate, and vitest reports it as "
                   "false: found isolate true, expected false"));
}

absl::Status CheckEnvironment(const Settings& settings, const v1::Bundle& vitest) {
  if (settings.environment != "jsdom" || vitest.facts().contains("jsdom")) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("env jsdom needs the package jsdom beside vitest, and ", vitest.label(),
                   " has none: add it to the pin's packages, or use env node"));
}

v1::Command VitestRun(const v1::Experiment& experiment) {
  return CommandBuilder({"node/bin/node", "{dir}/app/node_modules/vitest/vitest.mjs", "run"})
      .WorkingDirectory("app")
      .Timeout(CommandTimeout(experiment))
      // CI: no watching, no questions. NO_COLOR: or CI would switch colours on.
      .Variable("CI", "true")
      .Variable("NO_COLOR", "1")
      .Variable("HOME", "{dir}/home")
      .Variable("TMPDIR", "{dir}/tmp")
      .Variable("PATH", "{dir}/node/bin")
      .Build();
}

absl::StatusOr<v1::BuildPlan> PlanOf(const v1::ExpandRequest& request, const v1::Cell& cell,
                                     const v1::Build& build, const Assets& assets) {
  ASSIGN_OR_RETURN(const Bundles bundles, FindBundles(request, cell, build));
  ASSIGN_OR_RETURN(const Version vitest, VersionOf(*bundles.vitest));
  ASSIGN_OR_RETURN(const Version node, VersionOf(*bundles.node));
  RETURN_IF_ERROR(CheckSupported(vitest, node));
  ASSIGN_OR_RETURN(const std::string expected, ExpectedJson(bundles));
  const Settings settings = SettingsOf(cell);
  RETURN_IF_ERROR(CheckIsolate(settings));
  RETURN_IF_ERROR(CheckEnvironment(settings, *bundles.vitest));

  PlanBuilder plan(build.name());
  plan.Once(steps::MountShared(*bundles.node, "", "node"));
  plan.Once(steps::MountCopy(*bundles.app, "", "app"));
  for (const std::string package : {"vitest", "vite"}) {
    const std::string path = absl::StrCat("node_modules/", package);
    plan.Once(steps::MountShared(*bundles.vitest, path, absl::StrCat("app/", path)));
  }
  if (bundles.packages != nullptr) {
    plan.Once(steps::MountShared(*bundles.packages, "node_modules", "node_modules"));
  }
  plan.Once(steps::WriteFile("app/vitest.config.mjs", ConfigText(settings, vitest)));
  plan.Once(steps::WriteFile("app/benchcell/reporter.mjs", assets.reporter));
  plan.Once(steps::WriteFile("app/benchcell/sequencer.mjs", assets.sequencer));
  plan.Once(steps::WriteFile("expected.json", expected));
  plan.Once(steps::WriteFile("home/.keep", ""));
  plan.Once(steps::WriteFile("tmp/.keep", ""));

  const v1::Command command = VitestRun(request.experiment());
  if (settings.warm) {
    plan.EachBlock(steps::Wipe(CachePaths()));
    plan.EachBlock(steps::Wipe({"home/*", "tmp/*"}));
    plan.EachBlock(steps::Prime(command));
  } else {
    plan.EachRun(steps::Wipe(CachePaths()));
    plan.EachRun(steps::Wipe({"home/*", "tmp/*"}));
  }
  // The report of the run before would hide that this one left none.
  plan.EachRun(steps::Wipe({"report.json"}));
  plan.EachRun(steps::ListFiles(CachePaths(), "caches_before"));
  plan.EachRun(steps::Measure(command));
  plan.EachRun(steps::ListFiles(CachePaths(), "caches_after"));
  plan.EachRun(steps::CollectFile("report.json", "report"));
  plan.EachRun(steps::CollectFile("app/app.json", "app"));
  plan.EachRun(steps::CollectFile("expected.json", "expected"));
  return plan.Build();
}

}  // namespace

v1::ExpandResponse Expand(const v1::ExpandRequest& request, const Assets& assets) {
  v1::ExpandResponse response;
  for (const v1::Cell& asked : request.cell()) {
    v1::Cell& cell = *response.add_cell();
    cell = asked;
    for (const v1::Build& build : request.experiment().build()) {
      absl::StatusOr<v1::BuildPlan> plan = PlanOf(request, asked, build, assets);
      if (plan.ok()) {
        *cell.add_build() = *std::move(plan);
        continue;
      }
      v1::Refusal& refusal = *response.add_refusal();
      refusal.set_cell(asked.index());
      refusal.set_build(build.name());
      refusal.set_message(std::string(plan.status().message()));
    }
  }
  if (response.refusal_size() > 0) response.clear_cell();
  return response;
}

}  // namespace benchcell::vitest
