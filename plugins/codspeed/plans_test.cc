#include "plugins/codspeed/plans.h"

#include "gmock/gmock.h"
#include "plugins/codspeed/testing.h"

namespace benchcell::codspeed {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

const Assets kAssets = {"reporter", "collect", "provider", "config"};

BuildInputs Inputs(const v1::ExpandRequest& request, int build) {
  return InputsOf(request, request.experiment().build(build)).value();
}

const v1::Command& CommandOf(const v1::BuildPlan& plan) {
  for (const v1::Step& step : plan.step()) {
    if (step.has_command()) return step.command();
  }
  return v1::Command::default_instance();
}

std::vector<std::string> ArgumentsOf(const v1::BuildPlan& plan) {
  const auto& arguments = CommandOf(plan).argument();
  return {arguments.begin(), arguments.end()};
}

std::string Written(const v1::BuildPlan& plan, const std::string& path) {
  for (const v1::Step& step : plan.step()) {
    if (step.write_file().path() == path) return step.write_file().content();
  }
  return "nothing";
}

FoundBenchmark Benchmark(const std::vector<std::string>& names) {
  FoundBenchmark benchmark;
  benchmark.file = "src/a.bench.ts";
  benchmark.test = names;
  benchmark.own_uri = "src/a.bench.ts::x";
  return benchmark;
}

TEST(PlansTest, CountsUnderValgrindWithTheRunnersFlags) {
  const v1::ExpandRequest request = TestRequest();
  const v1::BuildPlan plan = BenchmarkPlan(Inputs(request, 0), Benchmark({"g", "x"}), kAssets);
  const std::vector<std::string> arguments = ArgumentsOf(plan);
  EXPECT_THAT(std::vector<std::string>(arguments.begin(), arguments.begin() + 7),
              ElementsAre("/usr/bin/env", "setarch", "x86_64", "--addr-no-randomize", "valgrind",
                          "-q", "--trace-children=yes"));
  EXPECT_THAT(arguments, Contains("--instr-atstart=no"));
  EXPECT_EQ(CommandOf(plan).role(), v1::Command::MEASURE);
  EXPECT_EQ(CommandOf(plan).working_directory(), "package");
  EXPECT_EQ(CommandOf(plan).timeout().seconds(), 90);
  EXPECT_EQ(CommandOf(plan).machine_program(0).name(), "valgrind");
  EXPECT_EQ(Written(plan, "package/.git/HEAD").substr(0, 4), "ref:");
  const v1::Step& last = *plan.step().rbegin();
  EXPECT_EQ(last.collect_files().path(), "profile/*");
}

TEST(PlansTest, OneBenchmarkIsAskedForByItsNames) {
  const v1::ExpandRequest request = TestRequest();
  const auto pattern = [&](const std::vector<std::string>& names) {
    const auto arguments =
        ArgumentsOf(BenchmarkPlan(Inputs(request, 0), Benchmark(names), kAssets));
    EXPECT_EQ(arguments[arguments.size() - 3], "-t");
    EXPECT_EQ(arguments.back(), "{dir}/package/src/a.bench.ts");
    return arguments[arguments.size() - 2];
  };
  EXPECT_EQ(pattern({"g", "x"}), "^g(?: > | )x$");
  EXPECT_EQ(pattern({""}), "^$");
  EXPECT_EQ(pattern({"a.b (1 * 2) [$]"}), "^a\\.b \\(1 \\* 2\\) \\[\\$\\]$");
  EXPECT_EQ(pattern({"{dir}"}), "^\\{dir\\}$") << "no name is taken for the directory";
  EXPECT_EQ(pattern({"\xEF\xBF\xBD!"}), "^.!$") << "what stands there may be half a character";
  EXPECT_EQ(pattern({"two\nlines\ttab"}), "^two\\nlines\ttab$");
}

TEST(PlansTest, WhatRanBeforeIsWiped) {
  const v1::ExpandRequest request = TestRequest();
  const v1::BuildPlan plan = FilePlan(Inputs(request, 0), "src/a.bench.ts", kAssets);
  EXPECT_THAT(ArgumentsOf(plan), Not(Contains("-t")));
  std::vector<std::string> wiped;
  for (const v1::Step& step : plan.step()) {
    if (step.has_command()) break;
    for (const std::string& path : step.wipe().path()) wiped.push_back(path);
  }
  EXPECT_THAT(wiped, Contains("profile/*"));
  EXPECT_THAT(wiped, Contains("home/*"));
}

TEST(PlansTest, VitestFiveIsMeasuredByTheProvider) {
  v1::ExpandRequest request = TestRequest();
  SetParameter("config", "own.mts", request.mutable_experiment()->mutable_parameter());
  EXPECT_THAT(ArgumentsOf(FilePlan(Inputs(request, 0), "f", kAssets)),
              Contains("--config={dir}/package/own.mts"));
  SetParameter("suppressExportGetterWarnings", "false",
               request.mutable_experiment()->mutable_build(1)->mutable_parameter());
  const v1::BuildPlan plan = BenchmarkPlan(Inputs(request, 1), Benchmark({"x"}), kAssets);
  EXPECT_THAT(ArgumentsOf(plan), Contains("--config={dir}/benchcell/vitest5.config.mjs"));
  EXPECT_EQ(Written(plan, "benchcell/provider.mjs"), "provider");
  EXPECT_EQ(Written(plan, "benchcell/settings.json"),
            R"({"benchmark":{"suppressExportGetterWarnings":false},"config":"own.mts",)"
            R"("only":"src/a.bench.ts::x"})");
}

TEST(PlansTest, DiscoveryRunsWithoutValgrindAndNoBenchmark) {
  v1::ExpandRequest request = TestRequest();
  SetParameter("files", "src/", request.mutable_experiment()->mutable_parameter());
  const v1::BuildPlan plan = DiscoverPlan(Inputs(request, 0), kAssets);
  EXPECT_EQ(CommandOf(plan).role(), v1::Command::DISCOVER);
  EXPECT_EQ(ArgumentsOf(plan).front(), "node/bin/node");
  EXPECT_EQ(ArgumentsOf(plan).back(), "src/");
  EXPECT_EQ(CommandOf(plan).machine_program_size(), 0);
  EXPECT_EQ(Written(plan, "benchcell/collect.mjs"), "collect");
  EXPECT_EQ(Written(plan, "benchcell/settings.json"), R"({"benchmark":{},"collect":true})");
  EXPECT_EQ(Written(FilePlan(Inputs(request, 0), "f", kAssets), "benchcell/settings.json"),
            R"({"benchmark":{}})");
}

TEST(PlansTest, AReasonIsLeftWhereThereIsNothingToRun) {
  const v1::ExpandRequest request = TestRequest();
  const v1::BuildPlan plan = NothingToRunPlan(Inputs(request, 0), "not here");
  EXPECT_EQ(Written(plan, "reason.txt"), "not here");
  EXPECT_EQ(plan.step().rbegin()->collect_file().name(), kReasonOutput);
}

}  // namespace
}  // namespace benchcell::codspeed
