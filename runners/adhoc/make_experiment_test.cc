#include "runners/adhoc/make_experiment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugins/command/description.h"
#include "runners/adhoc/experiment_writer.h"
#include "runners/base/files.h"
#include "runners/blobs/digest.h"
#include "runners/design/validate.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class MakeExperimentTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(testing::TempDir()) /
            testing::UnitTest::GetInstance()->current_test_info()->name();
    ASSERT_TRUE(RemoveAll(root_).ok());
    place_ = {root_ / "here", root_ / "bin"};
    Put("here/tool-1");
    Put("here/tool-2");
    Put("here/words.txt");
    Put("bin/only-mine");
  }

  void Put(const std::string& name) {
    ASSERT_TRUE(MakeFolder((root_ / name).parent_path()).ok());
    ASSERT_TRUE(WriteFile(root_ / name, name).ok());
    fs::permissions(root_ / name, fs::perms::owner_all);
  }

  // Makes it, and has the text of it checked as that of a file would be.
  v1::Experiment Make() {
    const auto made = MakeExperiment(options_, place_);
    EXPECT_TRUE(made.ok()) << made.status();
    if (!made.ok()) return {};
    notes_ = made->notes;
    const auto read = Validate(ExperimentText(made->experiment), "text", command::Description());
    EXPECT_TRUE(read.ok()) << read.status();
    EXPECT_EQ(read->DebugString(), made->experiment.DebugString());
    return made->experiment;
  }

  std::string Error() {
    const auto made = MakeExperiment(options_, place_);
    EXPECT_FALSE(made.ok());
    return std::string(made.status().message());
  }

  static std::vector<std::string> Values(const v1::Experiment& experiment,
                                         const std::string& name) {
    std::vector<std::string> values;
    for (const v1::Parameter& parameter : experiment.parameter()) {
      if (parameter.name() == name) values.push_back(parameter.value());
    }
    return values;
  }

  static std::vector<std::string> Labels(const v1::Experiment& experiment) {
    std::vector<std::string> labels;
    for (const v1::Input& input : experiment.input()) labels.push_back(input.label());
    return labels;
  }

  fs::path root_;
  AdhocPlace place_;
  AdhocOptions options_;
  std::vector<std::string> notes_;
};

TEST_F(MakeExperimentTest, ACommandIsABuildAndAnAxisAnAxis) {
  options_.commands = {"a=./tool-1 --old {size}", "b=./tool-2 --new {size}"};
  options_.axes = {"size=1,10,100"};
  const v1::Experiment experiment = Make();
  EXPECT_EQ(experiment.name(), "a-vs-b");
  EXPECT_EQ(experiment.title(), "a against b");
  EXPECT_EQ(experiment.plugin(), "command");
  ASSERT_EQ(experiment.build_size(), 2);
  EXPECT_EQ(experiment.build(1).name(), "b");
  EXPECT_EQ(experiment.build(1).parameter(0).value(), "./tool-2 --new {size}");
  EXPECT_THAT(experiment.grid(0).axis(0).level(), ElementsAre("1", "10", "100"));
  EXPECT_EQ(experiment.protocol().rounds(), kAdhocRounds);
  EXPECT_EQ(experiment.protocol().runs(), kAdhocRuns);
  EXPECT_GT(experiment.protocol().seed(), 0u) << "the same command line goes on";
  EXPECT_THAT(Labels(experiment), ElementsAre("./tool-1", "./tool-2"));
  EXPECT_EQ(experiment.input(0).name(), "tool-1");
  EXPECT_THAT(notes_, Contains("bringing ./tool-1 (11 B)"));
}

TEST_F(MakeExperimentTest, LevelsMayNameFilesAndPrograms) {
  options_.commands = {"{program} {file} ./tool-{n}"};
  options_.axes = {"program=cat,sh", "file=words.txt", "n=1,2"};
  const v1::Experiment experiment = Make();
  EXPECT_THAT(Labels(experiment), ElementsAre("./tool-1", "./tool-2", "./words.txt"));
  EXPECT_THAT(Values(experiment, "program"),
              ElementsAre(testing::StartsWith("cat="), testing::StartsWith("sh=")));
}

TEST_F(MakeExperimentTest, ProgramsOfTheMachineArePinned) {
  options_.commands = {"sh x", "/bin/sh y", "only-mine"};
  const v1::Experiment experiment = Make();
  const std::string sh = *Sha256OfFile("/bin/sh");
  EXPECT_THAT(
      Values(experiment, "program"),
      ElementsAre("/bin/sh=" + sh, "only-mine=" + Sha256OfBytes("bin/only-mine"), "sh=" + sh));
  EXPECT_THAT(Values(experiment, "environment"),
              ElementsAre(HasSubstr("PATH=" + (root_ / "bin").string() + ":/usr/local/sbin")));
  EXPECT_THAT(notes_, Contains(HasSubstr("PATH has " + (root_ / "bin").string())));
}

TEST_F(MakeExperimentTest, APathOfOnesOwnIsTheOnlyOne) {
  options_.commands = {"only-mine"};
  options_.environment = {"PATH=" + (root_ / "bin").string()};
  EXPECT_THAT(Values(Make(), "environment"), ElementsAre(options_.environment[0]));
  options_.environment = {"PATH=/nowhere"};
  EXPECT_THAT(Error(), HasSubstr("no program \"only-mine\" in /nowhere"));
}

TEST_F(MakeExperimentTest, AShellIsAnAxisAndItsWordsAreLookedAt) {
  options_.commands = {"cat <words.txt | tr a b >out && ./tool-1; cd x"};
  options_.shell = true;
  const v1::Experiment experiment = Make();
  EXPECT_THAT(experiment.title(), HasSubstr("by /bin/sh -c"));
  EXPECT_EQ(experiment.grid(0).axis(0).name(), "shell");
  EXPECT_THAT(experiment.grid(0).axis(0).level(), ElementsAre("/bin/sh"));
  EXPECT_THAT(Labels(experiment), ElementsAre("./tool-1", "./words.txt"));
  EXPECT_THAT(Values(experiment, "program"),
              AllOf(Contains(HasSubstr("/bin/sh=")), Contains(HasSubstr("cat=")),
                    Contains(HasSubstr("tr=")), Not(Contains(HasSubstr("cd=")))));
}

TEST_F(MakeExperimentTest, EverySettingIsAParameter) {
  options_.commands = {"cat"};
  options_.prepare = "cat words.txt";
  options_.warmup = 3;
  options_.environment = {"A=b c", "D="};
  options_.metrics = {"n[s,lower]=regex:(.*)"};
  options_.keep_files = options_.network = options_.ignore_failure = true;
  options_.timeout = absl::Milliseconds(1500);
  const v1::Experiment experiment = Make();
  EXPECT_THAT(Values(experiment, "prepare"), ElementsAre("cat words.txt"));
  EXPECT_THAT(Values(experiment, "warmup"), ElementsAre("3"));
  EXPECT_THAT(Values(experiment, "environment"), ElementsAre("A=b c", "D="));
  EXPECT_THAT(Values(experiment, "metric"), ElementsAre("n[s,lower]=regex:(.*)"));
  EXPECT_THAT(Values(experiment, "files"), ElementsAre("kept"));
  EXPECT_THAT(Values(experiment, "network"), ElementsAre("true"));
  EXPECT_THAT(Values(experiment, "exit"), ElementsAre("any"));
  EXPECT_EQ(experiment.protocol().timeout().seconds(), 1);
  EXPECT_EQ(experiment.protocol().timeout().nanos(), 500'000'000);
  EXPECT_THAT(Labels(experiment), ElementsAre("./words.txt")) << "of what prepares";
  options_.ignore_failure = false;
  options_.exit_codes = "0,3";
  EXPECT_THAT(Values(Make(), "exit"), ElementsAre("0,3"));
}

TEST_F(MakeExperimentTest, WhatPreparesMayMakeTheProgram) {
  options_.commands = {"./made"};
  EXPECT_THAT(Error(), AllOf(HasSubstr("--command \"./made\": there is no program \"./made\""),
                             HasSubstr("--prepare")));
  options_.prepare = "cp /bin/true made";
  EXPECT_THAT(Labels(Make()), IsEmpty());
}

TEST_F(MakeExperimentTest, AFileIsNoProgram) {
  options_.commands = {"./words.txt"};
  fs::permissions(root_ / "here/words.txt", fs::perms::owner_read);
  EXPECT_THAT(Error(), HasSubstr("\"./words.txt\" can't be run; chmod +x"));
}

TEST_F(MakeExperimentTest, NamesMayBeAnything) {
  options_.commands = {"\xF0\x9F\x98\x80=cat {f}", "300" + std::string(300, 'x') + "=cat"};
  options_.axes = {"f=a b,'\",\xF0\x9F\x98\x80,new\nline,\xD7\xA9,"};
  const v1::Experiment experiment = Make();
  EXPECT_EQ(experiment.build(0).name(), "\xF0\x9F\x98\x80");
  EXPECT_EQ(experiment.grid(0).axis(0).level(3), "new\nline");
}

TEST_F(MakeExperimentTest, NoTimeIsNoTimeout) {
  options_.commands = {"cat"};
  EXPECT_FALSE(Make().protocol().has_timeout());
  options_.timeout = absl::ZeroDuration();
  EXPECT_THAT(Error(), HasSubstr("--timeout=0: expected more than 0"));
}

TEST_F(MakeExperimentTest, MistakesNameTheirFlag) {
  options_.commands = {"cat x | wc"};
  EXPECT_THAT(Error(),
              AllOf(HasSubstr("--command \"cat x | wc\": character 7"), HasSubstr("--shell")));
  options_.commands = {"cat {siz}"};
  options_.axes = {"size=1"};
  EXPECT_THAT(Error(), HasSubstr("(nearest valid name: \"size\")"));
  options_.axes = {"siz=1", "siz=2"};
  EXPECT_THAT(Error(), HasSubstr("--axis \"siz=2\": the axis \"siz\" is given twice"));
  options_.axes = {"siz=1"};
  options_.prepare = "no-such-program";
  EXPECT_THAT(Error(), HasSubstr("--prepare: there is no program \"no-such-program\""));
  options_.prepare = "";
  options_.environment = {"x"};
  EXPECT_THAT(Error(), HasSubstr("--env: \"x\" sets no variable"));
  options_.environment = {};
  options_.metrics = {"x"};
  EXPECT_THAT(Error(), HasSubstr("--metric-from: metric \"x\""));
  options_.metrics = {};
  options_.bring = {"gone"};
  EXPECT_THAT(Error(), HasSubstr("--bring \"gone\""));
  options_.bring = {};
  options_.ignore_failure = true;
  options_.exit_codes = "1";
  EXPECT_THAT(Error(), HasSubstr("expected one of them"));
  options_.commands = {"LC_ALL=C sort x"};
  options_.exit_codes = "";
  EXPECT_THAT(Error(), AllOf(HasSubstr("no program \"C\""), HasSubstr("names the build")));
}

}  // namespace
}  // namespace benchcell
