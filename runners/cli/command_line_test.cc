#include "runners/cli/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "absl/flags/reflection.h"

namespace benchcell {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class CommandLineTest : public testing::Test {
 protected:
  // Restores the flags when a test ends.
  absl::FlagSaver saver_;
};

std::string ErrorOf(const std::vector<std::string>& words) {
  const absl::Status status = ParseCommandLine(words).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  return std::string(status.message());
}

TEST_F(CommandLineTest, TakesFlagsInBothSpellingsAnywhere) {
  const auto options = ParseCommandLine({"run", "--rounds", "3", "quickstart", "--runs=4",
                                         "--only=pool=forks,state=warm", "--state-dir=/s"});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_EQ(options->command, "run");
  EXPECT_THAT(options->operands, ElementsAre("quickstart"));
  EXPECT_EQ(options->rounds, 3u);
  EXPECT_EQ(options->runs, 4u);
  EXPECT_EQ(options->only, "pool=forks,state=warm");
  EXPECT_EQ(options->state_dir, "/s");
}

TEST_F(CommandLineTest, SetAddsUp) {
  EXPECT_EQ(ParseCommandLine({"run", "x", "--set", "n=10", "--set=script=a|b"})->set,
            "n=10,script=a|b");
}

TEST_F(CommandLineTest, BuildsAddUpWithTheirCommas) {
  const auto options =
      ParseCommandLine({"import", "--build", "old, one=a.json", "--build=new=b.json", "c.json"});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_THAT(options->build, ElementsAre("old, one=a.json", "new=b.json"));
  EXPECT_THAT(options->operands, ElementsAre("c.json"));
  EXPECT_EQ(options->format, "auto");
}

TEST_F(CommandLineTest, SwitchesNeedNoValueAndCompareTakesManyFiles) {
  const auto options = ParseCommandLine({"compare", "a.csv", "--lenient", "b.csv", "-"});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_TRUE(options->lenient);
  EXPECT_THAT(options->operands, ElementsAre("a.csv", "b.csv", "-"));
  EXPECT_EQ(options->format, "md") << "the first format is the default";
}

TEST_F(CommandLineTest, ForceIsASwitchOfWhatPrintsATable) {
  EXPECT_FALSE(ParseCommandLine({"run", "x"})->force);
  for (const char* command : {"run", "reproduce", "report", "compare"}) {
    EXPECT_TRUE(ParseCommandLine({command, "--force", "x"})->force) << command;
  }
  EXPECT_THAT(ErrorOf({"plan", "x", "--force"}), HasSubstr("`benchcell plan` has no flag --force"));
}

TEST_F(CommandLineTest, CertsTakesAKindAndItsFlags) {
  const auto options = ParseCommandLine(
      {"certs", "agent", "mac-7", "--tls=lab", "--out=mac", "--days=30", "--force"});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_THAT(options->operands, ElementsAre("agent", "mac-7"));
  EXPECT_EQ(options->tls, "lab");
  EXPECT_EQ(options->out, "mac");
  EXPECT_EQ(options->days, 30u);
  EXPECT_TRUE(options->force);
  EXPECT_EQ(ParseCommandLine({"certs", "coordinator", "--host=lab.example"})->host, "lab.example");
  EXPECT_THAT(ErrorOf({"certs"}), HasSubstr("needs KIND [NAME]"));
  EXPECT_THAT(ErrorOf({"certs", "ca", "--days=0"}), HasSubstr("expected a number from 1 on"));
}

TEST_F(CommandLineTest, DashesEndFlags) {
  EXPECT_THAT(ParseCommandLine({"report", "--", "--odd-name"})->operands,
              ElementsAre("--odd-name"));
}

TEST_F(CommandLineTest, NoWordsOrHelpIsHelp) {
  EXPECT_EQ(ParseCommandLine({})->command, "help");
  EXPECT_EQ(ParseCommandLine({"run", "--help"})->command, "help");
  EXPECT_THAT(Usage(), HasSubstr("reproduce EXPERIMENT"));
}

TEST_F(CommandLineTest, UnknownNamesGetTheNearest) {
  EXPECT_THAT(ErrorOf({"reproduec", "quickstart"}),
              HasSubstr("(nearest valid name: \"reproduce\")"));
  EXPECT_THAT(ErrorOf({"run", "x", "--round=3"}), HasSubstr("(nearest valid name: \"--rounds\")"));
  EXPECT_THAT(ErrorOf({"report", "x", "--format=jsno"}),
              HasSubstr("(nearest valid name: \"json\")"));
}

TEST_F(CommandLineTest, FlagOfAnotherCommandIsRefused) {
  EXPECT_THAT(ErrorOf({"runs", "--rounds=3"}), HasSubstr("`benchcell runs` has no flag --rounds"));
}

TEST_F(CommandLineTest, ValuesAndOperandsAreChecked) {
  EXPECT_THAT(ErrorOf({"run", "x", "--rounds=many"}), HasSubstr("--rounds=many"));
  EXPECT_THAT(ErrorOf({"run", "x", "--rounds=-1"}), HasSubstr("--rounds=-1"));
  EXPECT_THAT(ErrorOf({"run", "x", "--rounds=0"}), HasSubstr("expected a number from 1 on"));
  EXPECT_THAT(ErrorOf({"run", "\xff"}), HasSubstr("not UTF-8"));
  EXPECT_THAT(ErrorOf({"run", "x", "--seed"}), HasSubstr("--seed needs a value"));
  EXPECT_THAT(ErrorOf({"run"}), HasSubstr("needs EXPERIMENT"));
  EXPECT_THAT(ErrorOf({"run", "a", "b"}), HasSubstr("\"b\" too many"));
  EXPECT_THAT(ErrorOf({"runs", "a"}), HasSubstr("takes no operand"));
}

TEST_F(CommandLineTest, CommandsStandInPlaceOfAnExperiment) {
  const auto options = ParseCommandLine(
      {"run", "--command=a=x, y", "--command", "b --z", "--axis=n=1,2", "--axis=m=3", "--env=A=b,c",
       "--env=D=", "--metric-from=n=regex:,", "--bring=a,b", "--prepare=p", "--warmup=3", "--shell",
       "--timeout=1500ms", "--write-experiment=out.textproto"});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_THAT(options->adhoc.commands, ElementsAre("a=x, y", "b --z"));
  EXPECT_THAT(options->adhoc.axes, ElementsAre("n=1,2", "m=3"));
  EXPECT_THAT(options->adhoc.environment, ElementsAre("A=b,c", "D="));
  EXPECT_THAT(options->adhoc.metrics, ElementsAre("n=regex:,"));
  EXPECT_THAT(options->adhoc.bring, ElementsAre("a,b"));
  EXPECT_EQ(options->adhoc.prepare, "p");
  EXPECT_EQ(options->adhoc.warmup, 3u);
  EXPECT_TRUE(options->adhoc.shell);
  EXPECT_EQ(options->adhoc.timeout, absl::Milliseconds(1500));
  EXPECT_EQ(options->write_experiment, "out.textproto");
}

TEST_F(CommandLineTest, CommandsAndAnExperimentExcludeEachOther) {
  EXPECT_THAT(ErrorOf({"run", "quickstart", "--command=x"}), HasSubstr("expected one of the two"));
}

TEST_F(CommandLineTest, FlagsOfCommandsNeedCommands) {
  EXPECT_THAT(ErrorOf({"run", "quickstart", "--shell"}),
              HasSubstr("--shell says something of --command, which isn't given"));
}

TEST_F(CommandLineTest, CommandsAreForRunAndPlanOnly) {
  EXPECT_THAT(ErrorOf({"run"}), HasSubstr("needs EXPERIMENT, or --command"));
  EXPECT_THAT(ErrorOf({"reproduce", "--command=x"}), HasSubstr("has no flag --command"));
  EXPECT_THAT(ErrorOf({"run", "--command="}), HasSubstr("--command needs a value"));
}

}  // namespace
}  // namespace benchcell
