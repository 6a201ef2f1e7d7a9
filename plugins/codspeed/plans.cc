#include "plugins/codspeed/plans.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "nlohmann/json.hpp"
#include "plugins/codspeed/description.h"
#include "plugins/sdk/steps.h"

namespace benchcell::codspeed {
namespace {

using Arguments = std::vector<std::string>;

constexpr absl::Duration kVersionLimit = absl::Minutes(1);

void Append(const Arguments& more, Arguments& arguments) {
  arguments.insert(arguments.end(), more.begin(), more.end());
}

// As CodSpeed's runner 5.0.2 starts valgrind, without what only its own build of valgrind knows.
Arguments Valgrind(const BuildInputs& inputs) {
  return {
      "/usr/bin/env",
      "setarch",
      inputs.processor,
      "--addr-no-randomize",
      "valgrind",
      "-q",
      "--trace-children=yes",
      "--cache-sim=yes",
      "--I1=32768,8,64",
      "--D1=32768,8,64",
      "--LL=8388608,16,64",
      "--instr-atstart=no",
      "--collect-systime=nsec",
      "--read-inline-info=yes",
      "--tool=callgrind",
      "--compress-strings=no",
      "--combine-dumps=yes",
      "--dump-line=no",
      "--trace-children-skip=*esbuild,*.rustup-wrapped",
      "--callgrind-out-file={dir}/profile/%p.out",
      "--log-file={dir}/profile/valgrind.%p.log",
  };
}

Arguments Vitest(const BuildInputs& inputs) {
  Arguments arguments = {"{dir}/node/bin/node", "{dir}/node_modules/vitest/vitest.mjs", "bench",
                         "--run", "--reporter={dir}/benchcell/reporter.mjs"};
  if (inputs.vitest == 5) {
    arguments.push_back("--config={dir}/benchcell/vitest5.config.mjs");
  } else if (!inputs.config.empty()) {
    arguments.push_back(absl::StrCat("--config={dir}/package/", inputs.config));
  }
  return arguments;
}

// What is to be done with benchmarks: {"only": URI} to measure one, {"collect": true} to find them,
// {} to measure all.
using Task = nlohmann::json;

// For the assets.
std::string SettingsJson(const BuildInputs& inputs, Task settings) {
  if (!inputs.config.empty()) settings["config"] = inputs.config;
  settings["benchmark"] = nlohmann::json::object();
  if (!inputs.suppress_warnings.empty()) {
    settings["benchmark"][kSuppressWarnings] = inputs.suppress_warnings == "true";
  }
  return settings.dump();
}

// Variables of CodSpeed's runner 5.0.2, and what every program needs.
CommandBuilder Command(const BuildInputs& inputs, const Arguments& arguments) {
  CommandBuilder command(arguments);
  command.WorkingDirectory("package")
      .Timeout(inputs.timeout)
      .Variable("ARCH", inputs.processor)
      // No watching, no questions.
      .Variable("CI", "true")
      .Variable("CODSPEED_ENV", "runner")
      .Variable("CODSPEED_PROFILE_FOLDER", "{dir}/profile")
      .Variable("CODSPEED_RUNNER_MODE", "instrumentation")
      .Variable("HOME", "{dir}/home")
      // Without it V8 reserves more address space for WebAssembly than valgrind has on some
      // machines.
      .Variable("NODE_OPTIONS", "--disable-wasm-trap-handler")
      .Variable("NO_COLOR", "1")
      // The machine's valgrind, where CodSpeed's own is installed before Debian's.
      .Variable("PATH", "{dir}/node/bin:/usr/local/bin:/usr/bin:/bin")
      .Variable("PYTHONHASHSEED", "0")
      .Variable("PYTHONMALLOC", "malloc")
      .Variable("PYTHON_PERF_JIT_SUPPORT", "0")
      .Variable("TMPDIR", "{dir}/tmp");
  return command;
}

PlanBuilder Begin(const BuildInputs& inputs, Task task, const Assets& assets) {
  PlanBuilder plan(inputs.build);
  plan.Once(steps::MountShared(*inputs.node, "", "node"));
  plan.Once(steps::MountShared(*inputs.packages, "node_modules", "node_modules"));
  plan.Once(steps::MountCopy(*inputs.package, "", "package"));
  plan.Once(steps::WriteFile("package/.git/HEAD", "ref: refs/heads/main\n"));
  // Where vite puts what it makes of the config; without it that would be the shared packages.
  plan.Once(steps::WriteFile("package/node_modules/.keep", ""));
  plan.Once(steps::WriteFile("benchcell/reporter.mjs", assets.reporter));
  plan.Once(steps::WriteFile("benchcell/collect.mjs", assets.collect));
  plan.Once(steps::WriteFile("benchcell/provider.mjs", assets.provider));
  plan.Once(steps::WriteFile("benchcell/vitest5.config.mjs", assets.vitest5_config));
  plan.Once(steps::WriteFile("benchcell/settings.json", SettingsJson(inputs, std::move(task))));
  for (const std::string folder : {"home", "tmp", "profile"}) {
    plan.Once(steps::WriteFile(folder + "/.keep", ""));
  }
  return plan;
}

void EmptyFolders(PlanBuilder& plan) {
  plan.EachRun(steps::Wipe({"home/*", "tmp/*", "profile/*", "package/node_modules/.vite",
                            "package/node_modules/.vite-temp", "package/node_modules/.vitest"}));
}

v1::BuildPlan Count(const BuildInputs& inputs, PlanBuilder plan, const Arguments& what) {
  Arguments arguments = Valgrind(inputs);
  Append(Vitest(inputs), arguments);
  Append(what, arguments);
  CommandBuilder command = Command(inputs, arguments);
  command.MachineProgram("valgrind", "the package valgrind (apt-get install valgrind)")
      .MachineProgram("setarch", "the package util-linux");
  EmptyFolders(plan);
  plan.EachRun(steps::Measure(command.Build()));
  plan.EachRun(steps::CollectFiles("profile/*", kProfilePrefix));
  return plan.Build();
}

// A JavaScript pattern that matches the text and nothing else.
std::string Quoted(const std::string& text) {
  std::string pattern;
  for (const char c : text) {
    switch (c) {
      case '\n':
        pattern += "\\n";
        break;
      case '\r':
        pattern += "\\r";
        break;
      default:
        if (std::string("\\^$.*+?()[]{}|/").find(c) != std::string::npos) pattern += '\\';
        pattern += c;
    }
  }
  // U+FFFD may stand for half a character, which no argument can hold.
  return absl::StrReplaceAll(pattern, {{"\xEF\xBF\xBD", "."}});
}

// Versions of vitest put different things between the names.
std::string NamePattern(const std::vector<std::string>& names) {
  std::string pattern = "^";
  for (size_t i = 0; i < names.size(); ++i) {
    absl::StrAppend(&pattern, i == 0 ? "" : "(?: > | )", Quoted(names[i]));
  }
  return pattern + "$";
}

}  // namespace

v1::BuildPlan DiscoverPlan(const BuildInputs& inputs, const Assets& assets) {
  PlanBuilder plan = Begin(inputs, {{"collect", true}}, assets);
  Arguments arguments = Vitest(inputs);
  arguments[0] = "node/bin/node";
  Append(inputs.files, arguments);
  plan.EachRun(steps::Discover(Command(inputs, arguments).Build()));
  plan.EachRun(steps::CollectFiles("profile/benchmarks.json", kProfilePrefix));
  return plan.Build();
}

v1::BuildPlan BenchmarkPlan(const BuildInputs& inputs, const FoundBenchmark& benchmark,
                            const Assets& assets) {
  return Count(inputs, Begin(inputs, {{"only", benchmark.own_uri}}, assets),
               {"-t", NamePattern(benchmark.test), absl::StrCat("{dir}/package/", benchmark.file)});
}

v1::BuildPlan FilePlan(const BuildInputs& inputs, const std::string& file, const Assets& assets) {
  return Count(inputs, Begin(inputs, Task::object(), assets),
               {absl::StrCat("{dir}/package/", file)});
}

v1::BuildPlan NothingToRunPlan(const BuildInputs& inputs, const std::string& reason) {
  PlanBuilder plan(inputs.build);
  plan.Once(steps::MountShared(*inputs.node, "", "node"));
  plan.Once(steps::WriteFile("reason.txt", reason));
  CommandBuilder command({"node/bin/node", "--version"});
  plan.EachRun(steps::Measure(command.Timeout(kVersionLimit).Build()));
  plan.EachRun(steps::CollectFile("reason.txt", kReasonOutput));
  return plan.Build();
}

}  // namespace benchcell::codspeed
