#include "plugins/node_core/expand.h"

#include <map>

#include "gmock/gmock.h"
#include "plugins/node_core/testing.h"
#include "runners/base/files.h"

namespace benchcell::node_core {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const Assets kAssets = {.capture = "// capture\n", .discover = "// discover\n"};

const v1::Command& CommandOf(const v1::BuildPlan& plan) {
  for (const v1::Step& step : plan.step()) {
    if (step.has_command()) return step.command();
  }
  ADD_FAILURE() << "no command";
  return v1::Command::default_instance();
}

std::string Written(const v1::BuildPlan& plan, const std::string& path) {
  for (const v1::Step& step : plan.step()) {
    if (step.write_file().path() == path) return step.write_file().content();
  }
  return "";
}

// The answer to a request after real binaries were asked.
v1::ExpandResponse Answer(const std::vector<std::string>& files) {
  v1::ExpandRequest request = RequestFor(files);
  AddRecorded(request);
  return Expand(request, kAssets);
}

// The answer if both binaries said this.
v1::ExpandResponse AnswerTo(v1::ExpandRequest request, const std::string& lines) {
  const std::string path = ::testing::TempDir() + "/configurations";
  EXPECT_TRUE(WriteFile(path, lines).ok());
  for (const std::string build : {"24.21.0", "24.22.3"}) {
    *request.add_discovered() = DiscoveredFrom(build, path);
  }
  return Expand(request, kAssets);
}

std::string Refusal(const v1::ExpandResponse& response) {
  EXPECT_EQ(response.cell_size(), 0);
  EXPECT_EQ(response.discover_size(), 0);
  return response.refusal_size() > 0 ? response.refusal(0).message() : "none";
}

std::string LevelsOf(const v1::Cell& cell) {
  std::string text;
  for (const v1::Level& level : cell.level()) text += level.axis() + "=" + level.level() + " ";
  return text;
}

TEST(ExpandTest, AsksEachBinaryOnceAboutAllFiles) {
  v1::ExpandRequest request = RequestFor({"hot/loop.js", "many/setup.js", "hot/loop.js"});
  SetParameter("set", "n=10,kind=a|b", request);
  SetParameter("node_flags", "--no-opt --jitless", request);
  const v1::ExpandResponse response = Expand(request, kAssets);
  EXPECT_EQ(response.cell_size(), 0);
  ASSERT_EQ(response.discover_size(), 2);
  const v1::BuildPlan& plan = response.discover(1);
  EXPECT_EQ(plan.build(), "24.22.3");
  const v1::Command& command = CommandOf(plan);
  EXPECT_EQ(command.role(), v1::Command::DISCOVER);
  EXPECT_THAT(command.argument(),
              ElementsAre("node/bin/node", "benchcell/discover.cjs", "benchcell/request.json"));
  EXPECT_EQ(command.channel().name(), "configurations");
  EXPECT_EQ(command.channel().variable(), "BENCHCELL_CHANNEL_FD");
  // More than the limits of its two files together.
  EXPECT_EQ(command.timeout().seconds(), 180);
  EXPECT_EQ(Written(plan, "benchcell/capture.cjs"), kAssets.capture);
  EXPECT_EQ(Written(plan, "benchcell/discover.cjs"), kAssets.discover);
  EXPECT_EQ(
      Written(plan, "benchcell/request.json"),
      R"({"arguments":["n=10","kind=a","kind=b"],"files":[)"
      R"({"file":"hot/loop.js","source":"source"},{"file":"many/setup.js","source":"source"}],)"
      R"("flags":["--no-opt","--jitless"],"limitSeconds":60})"
      "\n");
}

TEST(ExpandTest, FilesOfSeveralTreesAreAskedTogether) {
  v1::ExpandRequest request = RequestFor({"hot/loop.js", "misc/startup-core.js"});
  v1::Input& input = *request.mutable_experiment()->add_input();
  input.set_name("source");
  input.set_label("//checkout");
  input.mutable_when()->set_axis("benchmark");
  input.mutable_when()->set_level("misc/startup-core.js");
  v1::Bundle& bundle = *request.add_bundle();
  bundle.set_label("//checkout");
  bundle.set_platform("any");
  bundle.set_sha256("CHECKOUT");
  const v1::ExpandResponse response = Expand(request, kAssets);
  ASSERT_EQ(response.discover_size(), 2) << Refusal(response);
  std::map<std::string, std::string> mounts;
  for (const v1::Step& step : response.discover(0).step()) {
    if (step.has_mount()) mounts[step.mount().path()] = step.mount().sha256();
  }
  EXPECT_EQ(mounts, (std::map<std::string, std::string>{
                        {"node", "OLD"}, {"source", "SOURCE"}, {"source-2", "CHECKOUT"}}));
}

TEST(ExpandTest, EachConfigurationIsACell) {
  const v1::ExpandResponse response = Answer({"many/setup.js", "hot/loop.js"});
  ASSERT_EQ(response.cell_size(), 5) << Refusal(response);
  EXPECT_EQ(LevelsOf(response.cell(0)), "benchmark=many/setup.js n=100 size=10 ");
  EXPECT_EQ(LevelsOf(response.cell(4)), "benchmark=hot/loop.js n=2000000 kind=strings ");
  for (int i = 0; i < 5; ++i) EXPECT_EQ(response.cell(i).index(), static_cast<uint32_t>(i));
}

TEST(ExpandTest, ARunIsOneProcessWithCompleteArguments) {
  const v1::ExpandResponse response = Answer({"hot/loop.js"});
  ASSERT_EQ(response.cell_size(), 3) << Refusal(response);
  const v1::Command& command = CommandOf(response.cell(1).build(0));
  EXPECT_EQ(command.role(), v1::Command::MEASURE);
  EXPECT_THAT(command.argument(), ElementsAre("node/bin/node", "{dir}/source/benchmark/hot/loop.js",
                                              "n=2000000", "kind=objects"));
  EXPECT_EQ(command.working_directory(), "source");
  EXPECT_EQ(command.timeout().seconds(), 90);
  EXPECT_EQ(command.channel().name(), "reports");
  EXPECT_EQ(command.channel().variable(), "NODE_CHANNEL_FD");
  std::map<std::string, std::string> environment;
  for (const auto& variable : command.environment()) {
    environment[variable.name()] = variable.value();
  }
  EXPECT_EQ(environment, (std::map<std::string, std::string>{
                             {"HOME", "{dir}/home"},
                             {"NODE_CHANNEL_SERIALIZATION_MODE", "json"},
                             {"NODE_RUN_BENCHMARK_FN", ""},
                             {"NODE_TEST_DIR", "{dir}/tmp"},
                             {"PATH", "{dir}/node/bin:/usr/local/bin:/usr/bin:/bin"},
                             {"TMPDIR", "{dir}/tmp"}}));
}

TEST(ExpandTest, PlansOfTheBuildsDifferOnlyInTheirNode) {
  const v1::ExpandResponse response = Answer({"hot/loop.js"});
  v1::BuildPlan plan = response.cell(0).build(1);
  EXPECT_EQ(plan.step(0).mount().sha256(), "NEW");
  plan.set_build("24.21.0");
  plan.mutable_step(0)->mutable_mount()->set_sha256("OLD");
  EXPECT_EQ(plan.SerializeAsString(), response.cell(0).build(0).SerializeAsString());
}

TEST(ExpandTest, WhatOnlyTheParentMakesReadyIsRunByTheParent) {
  const v1::Command command = CommandOf(Answer({"many/setup.js"}).cell(0).build(0));
  for (const auto& variable : command.environment()) {
    EXPECT_NE(variable.name(), "NODE_RUN_BENCHMARK_FN");
  }
}

TEST(ExpandTest, FlagsOfTheFileComeBeforeIt) {
  EXPECT_THAT(CommandOf(Answer({"broken/flag.js"}).cell(0).build(0)).argument(),
              ElementsAre("node/bin/node", "--flag-that-no-node-knows",
                          "{dir}/source/benchmark/broken/flag.js", "n=1"));
}

TEST(ExpandTest, WhereBinariesDisagreeTheRunsOfOneSaySo) {
  const v1::ExpandResponse response = Answer({"many/by-version.js"});
  ASSERT_EQ(response.cell_size(), 2) << Refusal(response);
  EXPECT_EQ(LevelsOf(response.cell(1)), "benchmark=many/by-version.js n=100000 api=new ");
  const v1::BuildPlan& lacks = response.cell(1).build(0);
  EXPECT_THAT(Written(lacks, "reason.txt"), StartsWith("the binaries disagree: "));
  EXPECT_EQ(lacks.step(lacks.step_size() - 1).collect_file().name(), "reason");
  EXPECT_EQ(CommandOf(lacks).role(), v1::Command::MEASURE);
  EXPECT_EQ(Written(response.cell(1).build(1), "reason.txt"), "");
}

TEST(ExpandTest, AFileWithoutConfigurationsIsACellThatSaysWhy) {
  const v1::ExpandResponse response = Answer({"broken/no-combination.js", "broken/addon.js"});
  ASSERT_EQ(response.cell_size(), 2) << Refusal(response);
  EXPECT_EQ(LevelsOf(response.cell(0)), "benchmark=broken/no-combination.js ");
  EXPECT_THAT(Written(response.cell(0).build(1), "reason.txt"), HasSubstr("empty queue"));
  EXPECT_THAT(Written(response.cell(1).build(1), "reason.txt"), HasSubstr("addon missing"));
}

constexpr char kHttp2[] =
    R"({"source":"source","file":"http2/x.js","declared":true,"code":0,"keys":["benchmarker"],)"
    R"("configurations":[{"arguments":["benchmarker=test-double-http2"],"flags":[]}]})";

TEST(ExpandTest, AStandInThatTheFileNamesIsNotMeasuredUnlessItIsAskedFor) {
  v1::ExpandRequest request = RequestFor({"http2/x.js"});
  EXPECT_THAT(Written(AnswerTo(request, kHttp2).cell(0).build(0), "reason.txt"),
              AllOf(StartsWith("HTTP tool missing: "), HasSubstr("set benchmarker=h2load")));
  SetParameter("set", "benchmarker=test-double-http2", request);
  EXPECT_EQ(Written(AnswerTo(request, kHttp2).cell(0).build(0), "reason.txt"), "");
}

TEST(ExpandTest, RefusesAFileThatIsNotThere) {
  const v1::ExpandRequest request = RequestFor({"hot/lop.js"});
  EXPECT_THAT(Refusal(AnswerTo(request, R"({"source":"source","file":"hot/lop.js",)"
                                        R"("missing":"benchmark/hot/lop.js",)"
                                        R"("neighbours":["hot/loop.js"]})")),
              HasSubstr("there is no benchmark/hot/lop.js in the input \"source\"; there are "
                        "hot/loop.js"));
  EXPECT_THAT(Refusal(AnswerTo(request, R"({"source":"source","file":"hot/lop.js",)"
                                        R"("missing":"benchmark/common.js"})")),
              HasSubstr("no tree with benchmark files of node core"));
  EXPECT_THAT(Refusal(AnswerTo(request, "")), HasSubstr("doesn't speak of hot/lop.js"));
}

TEST(ExpandTest, RefusesASetThatNoFileUnderstands) {
  v1::ExpandRequest request = RequestFor({"hot/loop.js"});
  SetParameter("set", "m=1", request);
  AddRecorded(request);
  EXPECT_THAT(Refusal(Expand(request, kAssets)), HasSubstr("no benchmark of this experiment has"));
  request = RequestFor({"hot/loop.js"});
  SetParameter("set", "m", request);
  EXPECT_THAT(Refusal(Expand(request, kAssets)), HasSubstr("expected KEY=VALUE"));
}

TEST(ExpandTest, RefusesABinaryThatCannotBeAsked) {
  v1::ExpandRequest request = RequestFor({"hot/loop.js"});
  AddRecorded(request);
  request.mutable_discovered(1)->mutable_record()->mutable_exit()->set_signal(11);
  const v1::ExpandResponse response = Expand(request, kAssets);
  EXPECT_THAT(Refusal(response), HasSubstr("could not be asked for configurations: it was killed "
                                           "by signal 11"));
  EXPECT_EQ(response.refusal(0).build(), "24.22.3");
  request.mutable_discovered()->RemoveLast();
  EXPECT_THAT(Refusal(Expand(request, kAssets)), HasSubstr("nothing was discovered"));
}

TEST(ExpandTest, RefusesMissingInputsAndParametersOfOneBuild) {
  v1::ExpandRequest request = RequestFor({"hot/loop.js"});
  request.mutable_experiment()->clear_input();
  EXPECT_THAT(Refusal(Expand(request, kAssets)), HasSubstr("give the tree with --source DIR"));
  request = RequestFor({"hot/loop.js"});
  request.mutable_experiment()->mutable_build(0)->clear_input();
  EXPECT_THAT(Refusal(Expand(request, kAssets)), HasSubstr("no input \"node\""));
  request = RequestFor({"hot/loop.js"});
  request.mutable_experiment()->mutable_build(1)->add_parameter()->set_name("set");
  EXPECT_THAT(Refusal(Expand(request, kAssets)), HasSubstr("all builds run the same"));
}

TEST(ExpandTest, NothingAskedIsNothingToDiscover) {
  EXPECT_EQ(Expand(RequestFor({}), kAssets).ByteSizeLong(), 0u);
}

}  // namespace
}  // namespace benchcell::node_core
