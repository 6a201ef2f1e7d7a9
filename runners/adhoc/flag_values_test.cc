#include "runners/adhoc/flag_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace benchcell {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> NamesOf(const std::vector<std::string>& values) {
  std::vector<std::string> names;
  const auto commands = NameCommands(values);
  EXPECT_TRUE(commands.ok()) << commands.status();
  for (const NamedCommand& command : *commands) names.push_back(command.name);
  return names;
}

TEST(NameCommands, TakesTheNameBeforeTheFirstEqualsSign) {
  const auto commands = NameCommands({"build-a=./tool --x=1", "b=LC_ALL=C sort x"});
  ASSERT_TRUE(commands.ok()) << commands.status();
  EXPECT_EQ(commands->at(0).name, "build-a");
  EXPECT_EQ(commands->at(0).command, "./tool --x=1");
  EXPECT_EQ(commands->at(1).command, "LC_ALL=C sort x");
}

TEST(NameCommands, AnEqualsSignInsideOfACommandIsNoName) {
  for (const char* value : {"./tool=x y", "tool --x=1", "'a'=b", "{axis}=b", "$x=y"}) {
    EXPECT_EQ(NameCommands({value})->at(0).command, value);
  }
}

TEST(NameCommands, NamelessOnesAreCalledByTheirProgramsIfThoseDiffer) {
  EXPECT_THAT(NamesOf({"/usr/bin/grep -c x f", "rg -c x f"}), ElementsAre("grep", "rg"));
  EXPECT_THAT(NamesOf({"sort x", "sort -n x"}), ElementsAre("sort x", "sort -n x"));
  EXPECT_THAT(NamesOf({"grep x", "grep=rg x"}), ElementsAre("grep 2", "grep"));
}

TEST(NameCommands, ShortFormsAreWhatABuildMayBeCalled) {
  const std::string tail(100, 'x');
  EXPECT_THAT(NamesOf({"t  a,b\n" + tail, "t  a,b\t" + tail}),
              ElementsAre("t a b xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
                          "t a b xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx 2"));
  const std::string emoji = "\xF0\x9F\x98\x80";
  for (const std::string& name : NamesOf(
           {"t " + emoji + emoji + emoji + emoji + emoji + emoji + emoji + emoji + emoji + emoji,
            "t"})) {
    EXPECT_LE(name.size(), 40u);
    EXPECT_EQ((name.size() + 2) % 4 * (name.size() > 1), 0u) << "no character is cut: " << name;
  }
}

TEST(NameCommands, NamesAreDifferentAndCommandsThere) {
  EXPECT_THAT(std::string(NameCommands({"a=x", "a=y"}).status().message()),
              HasSubstr("another command is called \"a\""));
  for (const char* value : {"", " \n", "a=", "a= "}) {
    EXPECT_THAT(std::string(NameCommands({value}).status().message()),
                HasSubstr("there is no command"));
  }
}

TEST(ParseAxis, SplitsLevelsAtCommas) {
  EXPECT_EQ(ParseAxis("size=1,10,100")->name(), "size");
  EXPECT_THAT(ParseAxis("size=1,10,100")->level(), ElementsAre("1", "10", "100"));
  EXPECT_THAT(ParseAxis("f=a=b,")->level(), ElementsAre("a=b", ""));
  EXPECT_THAT(ParseAxis("f=")->level(), ElementsAre(""));
}

TEST(ParseAxis, BackslashesKeepCommasAndBackslashes) {
  EXPECT_THAT(ParseAxis("f=a\\,b,c\\\\,\\n,\"q' \n\xF0\x9F\x98\x80")->level(),
              ElementsAre("a,b", "c\\", "\\n", "\"q' \n\xF0\x9F\x98\x80"));
}

TEST(ParseAxis, RefusesWhatIsNone) {
  for (const char* value : {"", "size", "=1,2"}) {
    EXPECT_THAT(std::string(ParseAxis(value).status().message()),
                HasSubstr("expected NAME=LEVEL,LEVEL"));
  }
  EXPECT_THAT(std::string(ParseAxis("a=1,2,1").status().message()),
              HasSubstr("\"1\" stands there twice"));
}

TEST(ExperimentName, IsOneOfAnExperiment) {
  EXPECT_EQ(ExperimentName({{"GNU grep", ""}, {"r.g_", ""}}), "gnu-grep-vs-r-g");
  EXPECT_EQ(ExperimentName({{"\xF0\x9F\x98\x80", ""}}), "command");
  EXPECT_EQ(ExperimentName({{"a", ""}, {std::string(60, 'b'), ""}}), "a");
}

}  // namespace
}  // namespace benchcell
