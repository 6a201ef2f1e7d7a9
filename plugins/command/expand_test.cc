#include "plugins/command/expand.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugins/command/plan.h"
#include "plugins/command/testing.h"

namespace benchcell::command {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Steps in a word each, with when they are done.
std::vector<std::string> Words(const v1::BuildPlan& plan) {
  std::vector<std::string> words;
  for (const v1::Step& step : plan.step()) {
    std::string word = step.when() == v1::Step::ONCE         ? "once "
                       : step.when() == v1::Step::EACH_BLOCK ? "block "
                                                             : "run ";
    if (step.has_mount()) word += "mount " + step.mount().path();
    if (step.has_write_file()) word += "write " + step.write_file().path();
    if (step.has_wipe()) word += "wipe " + step.wipe().path(0);
    if (step.has_collect_file()) word += "collect " + step.collect_file().name();
    if (step.has_command()) {
      word += v1::Command::Role_Name(step.command().role());
      for (const std::string& argument : step.command().argument()) word += " " + argument;
    }
    words.push_back(std::move(word));
  }
  return words;
}

v1::ExpandResponse ExpandText(const std::string& experiment) {
  return Expand(RequestFor(experiment));
}

const v1::Command& Measured(const v1::BuildPlan& plan) {
  for (const v1::Step& step : plan.step()) {
    if (step.command().role() == v1::Command::MEASURE) return step.command();
  }
  ADD_FAILURE() << "nothing is measured";
  return v1::Command::default_instance();
}

std::vector<std::string> Refusals(const std::string& experiment) {
  const v1::ExpandResponse response = ExpandText(experiment);
  EXPECT_THAT(response.cell(), IsEmpty());
  EXPECT_THAT(response.metric(), IsEmpty());
  std::vector<std::string> refusals;
  for (const v1::Refusal& refusal : response.refusal()) {
    refusals.push_back(refusal.build() + ": " + refusal.message());
  }
  return refusals;
}

TEST(ExpandTest, EveryRunStartsWithItsInputs) {
  const v1::ExpandResponse response = ExpandText(R"(
    input { name: "tool" label: "./tool" }
    input { name: "../data" label: "../data" }
    build { name: "a" parameter { name: "command" value: "./tool ../data/{n}" } }
    grid { axis { name: "n" level: "1" level: "2" } })");
  ASSERT_EQ(response.cell_size(), 2);
  EXPECT_THAT(Words(response.cell(1).build(0)),
              ElementsAre("once write home/.keep", "once write tmp/.keep", "run wipe work",
                          "run mount work/data", "run mount work/in/tool",
                          "run write work/in/.benchcell-empty", "run wipe work/in/.benchcell-empty",
                          "run MEASURE work/in/tool ../data/2"));
  for (const v1::Step& step : response.cell(0).build(0).step()) {
    if (!step.has_mount()) continue;
    EXPECT_EQ(step.mount().mode(), v1::Mount::COPY) << "a run can't change another's input";
    EXPECT_EQ(step.mount().from(), step.mount().path() == "work/in/tool" ? "tool" : "");
  }
  EXPECT_EQ(Measured(response.cell(0).build(0)).working_directory(), "work/in");
}

TEST(ExpandTest, KeptFilesArePlacedOnce) {
  const v1::ExpandResponse response = ExpandText(R"(
    input { name: "tool" label: "./tool" }
    parameter { name: "files" value: "kept" }
    parameter { name: "warmup" value: "1" }
    build { name: "a" parameter { name: "command" value: "./tool" } }
    grid {})");
  ASSERT_EQ(response.cell_size(), 1);
  EXPECT_THAT(Words(response.cell(0).build(0)),
              ElementsAre("once write home/.keep", "once write tmp/.keep", "once wipe work",
                          "once mount work/tool", "once write work/.benchcell-empty",
                          "once wipe work/.benchcell-empty", "block PRIME work/tool",
                          "run MEASURE work/tool"));
}

TEST(ExpandTest, PreparationAndWarmUpsComeBefore) {
  const v1::ExpandResponse response = ExpandText(R"(
    parameter { name: "prepare" value: "cp {n} x" }
    parameter { name: "warmup" value: "2" }
    build { name: "a" parameter { name: "command" value: "cat x" } }
    grid { axis { name: "n" level: "a b" } })");
  ASSERT_EQ(response.cell_size(), 1);
  std::vector<std::string> commands;
  for (const std::string& word : Words(response.cell(0).build(0))) {
    if (word.find("cat") != std::string::npos || word.find("cp") != std::string::npos) {
      commands.push_back(word);
    }
  }
  EXPECT_THAT(commands,
              ElementsAre("block PREPARE cp a b x", "block PRIME cat x", "block PREPARE cp a b x",
                          "block PRIME cat x", "run PREPARE cp a b x", "run MEASURE cat x"));
}

TEST(ExpandTest, WarmUpsMayEndAsRunsMay) {
  const std::string rest = R"( parameter { name: "warmup" value: "1" }
    input { name: "t" label: "./t" }
    build { name: "a" parameter { name: "command" value: "./t x" } } grid {})";
  const auto primed = [&](const std::string& exit) {
    const auto response = ExpandText("parameter { name: 'exit' value: '" + exit + "' }" + rest);
    for (const v1::Step& step : response.cell(0).build(0).step()) {
      if (step.command().role() == v1::Command::PRIME) return step.command();
    }
    return v1::Command();
  };
  EXPECT_THAT(
      primed("0,3").argument(),
      ElementsAre("/bin/sh", "-c", "\"$@\"; c=$?; case $c in 0|3) exit 0;; *) exit $c;; esac",
                  "/bin/sh", "{dir}/work/t", "x"));
  EXPECT_THAT(primed("any").argument(2), HasSubstr("-lt 128"));
  EXPECT_THAT(primed("0").argument(), ElementsAre("work/t", "x"));
}

TEST(ExpandTest, ACommandHasItsEnvironmentAndNothingMore) {
  const v1::ExpandResponse response = ExpandText(R"(
    parameter { name: "environment" value: "A={n}" }
    parameter { name: "environment" value: "HOME=/h" }
    parameter { name: "network" value: "true" }
    build {
      name: "a"
      parameter { name: "environment" value: "B=b" }
      parameter { name: "command" value: "B={n}{n} C=c tool" }
    }
    protocol { timeout { seconds: 3 nanos: 500000000 } }
    grid { axis { name: "n" level: "1 2" } })");
  ASSERT_EQ(response.cell_size(), 1);
  const v1::Command& command = Measured(response.cell(0).build(0));
  std::vector<std::string> variables;
  for (const v1::EnvironmentVariable& variable : command.environment()) {
    variables.push_back(variable.name() + "=" + variable.value());
  }
  EXPECT_THAT(variables, ElementsAre("A=1 2", "B=1 21 2", "C=c", "HOME=/h",
                                     std::string("PATH=") + kDefaultPath, "TMPDIR={dir}/tmp"));
  EXPECT_THAT(command.argument(), ElementsAre("tool"));
  EXPECT_TRUE(command.network());
  EXPECT_EQ(command.timeout().seconds(), 3);
  EXPECT_EQ(command.timeout().nanos(), 500'000'000);
}

TEST(ExpandTest, ProgramsOfTheMachineComeWithTheirPins) {
  const std::string digest(64, 'a');
  const v1::ExpandResponse response = ExpandText(R"(
    parameter { name: "program" value: "sort=)" + digest +
                                                 R"(" }
    build { name: "a" parameter { name: "command" value: "sort x" } }
    build { name: "b" parameter { name: "command" value: "/opt/sort x" } }
    grid { axis { name: "shell" level: "none" level: "/bin/sh" } })");
  ASSERT_EQ(response.cell_size(), 2);
  const v1::Command& by_name = Measured(response.cell(0).build(0));
  ASSERT_EQ(by_name.machine_program_size(), 1);
  EXPECT_EQ(by_name.machine_program(0).name(), "sort");
  EXPECT_EQ(by_name.machine_program(0).sha256(), digest);
  const v1::Command& by_path = Measured(response.cell(0).build(1));
  EXPECT_EQ(by_path.argument(0), "/opt/sort");
  ASSERT_EQ(by_path.machine_program_size(), 2);
  EXPECT_EQ(by_path.machine_program(0).name(), "/opt/sort");
  EXPECT_EQ(by_path.machine_program(0).sha256(), "");
  const v1::Command& by_shell = Measured(response.cell(1).build(0));
  EXPECT_THAT(by_shell.argument(), ElementsAre("/bin/sh", "-c", "sort x"));
  EXPECT_EQ(by_shell.machine_program(0).name(), "/bin/sh");
  EXPECT_EQ(by_shell.machine_program(1).name(), "sort") << "what a shell starts is checked, too";
}

TEST(ExpandTest, MetricsAreTheExperimentsAndTravelWithTheRun) {
  const v1::ExpandResponse response = ExpandText(R"(
    parameter { name: "metric" value: "n[s,lower]=file:out/a.json:json:/n" }
    parameter { name: "metric" value: "m[s,lower]=file:out/a.json:json:/m" }
    build { name: "a" parameter { name: "command" value: "tool" } }
    build {
      name: "b"
      parameter { name: "command" value: "tool" }
      parameter { name: "metric" value: "m[s,lower]=stderr:regex:x" }
    }
    grid {})");
  ASSERT_EQ(response.metric_size(), 2);
  EXPECT_EQ(response.metric(0).name(), "n");
  const std::vector<std::string> words = Words(response.cell(0).build(0));
  EXPECT_THAT(std::vector<std::string>(words.end() - 4, words.end()),
              ElementsAre("run MEASURE tool", "run collect file/out/a.json",
                          "run write reading.json", "run collect reading"));
}

TEST(ExpandTest, WhatCannotBeIsRefusedOnce) {
  EXPECT_THAT(Refusals(R"(
                build { name: "a" parameter { name: "command" value: "cat {m} {n}" } }
                build { name: "b" parameter { name: "command" value: "cat | {n}" } }
                grid { axis { name: "n" level: "1" level: "2" } })"),
              ElementsAre(HasSubstr("a: in \"{m}\": \"{m}\" names no axis; expected one of \"n\", "
                                    "\"shell\""),
                          HasSubstr("b: character 5 of ")));
}

TEST(ExpandTest, AnAxisThatNothingUsesIsRefused) {
  EXPECT_THAT(Refusals(R"(
                build { name: "a" parameter { name: "command" value: "cat" } }
                grid { axis { name: "n" level: "1" level: "2" } })"),
              ElementsAre(HasSubstr("no command uses the axis \"n\"")));
}

TEST(ExpandTest, AProgramThatIsNotBroughtIsRefused) {
  EXPECT_THAT(Refusals(R"(
                build { name: "a" parameter { name: "command" value: "./tool" } } grid {})"),
              ElementsAre(HasSubstr("the program \"./tool\" is none of the inputs")));
  EXPECT_EQ(ExpandText(R"(
              parameter { name: "prepare" value: "cp /bin/true tool" }
              build { name: "a" parameter { name: "command" value: "./tool" } } grid {})")
                .cell_size(),
            1)
      << "what prepares may make it";
}

TEST(ExpandTest, BuildsHaveTheSameMetrics) {
  EXPECT_THAT(Refusals(R"(
                build {
                  name: "a"
                  parameter { name: "command" value: "x" }
                  parameter { name: "metric" value: "n[s]=regex:x" }
                }
                build {
                  name: "b"
                  parameter { name: "command" value: "x" }
                  parameter { name: "metric" value: "n[By]=regex:x" }
                }
                build { name: "c" parameter { name: "command" value: "x" } }
                grid {})"),
              ElementsAre(HasSubstr("b: the metric n has another unit"),
                          HasSubstr("c: it lacks the metric n")));
}

TEST(ExpandTest, MistakesOfInputsAndParametersAreRefused) {
  EXPECT_THAT(Refusals(R"(input { name: "/x" label: "./x" } build { name: "a" } grid {})"),
              ElementsAre(HasSubstr("an input is called \"/x\"")));
  EXPECT_THAT(Refusals(R"(parameter { name: "metric" value: "x" } build { name: "a" } grid {})"),
              ElementsAre(HasSubstr("metric \"x\": expected NAME")));
}

}  // namespace
}  // namespace benchcell::command
