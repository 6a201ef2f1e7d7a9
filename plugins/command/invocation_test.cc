#include "plugins/command/invocation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace benchcell::command {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Levels Cell(const std::string& size, const std::string& shell = kNoShell) {
  Levels levels;
  for (const auto& [axis, text] : {std::pair<std::string, std::string>{"size", size},
                                   std::pair<std::string, std::string>{kShellAxis, shell}}) {
    v1::Level& level = *levels.Add();
    level.set_axis(axis);
    level.set_level(text);
  }
  return levels;
}

TEST(InvocationOf, NeverSplitsALevel) {
  const auto invocation = InvocationOf("./tool --n {size} 'x {size}'", Cell("a b | \"c\"\n"));
  ASSERT_TRUE(invocation.ok()) << invocation.status();
  EXPECT_THAT(invocation->words, ElementsAre("./tool", "--n", "a b | \"c\"\n", "x a b | \"c\"\n"));
  EXPECT_THAT(invocation->environment, IsEmpty());
}

TEST(InvocationOf, LeavesOutAWordThatIsAnEmptyLevel) {
  EXPECT_THAT(InvocationOf("tool {size} --x={size} ''", Cell(""))->words,
              ElementsAre("tool", "--x=", ""));
}

TEST(InvocationOf, TakesVariablesBeforeTheProgram) {
  const auto invocation = InvocationOf("LC_ALL=C N='{size} x' tool A=b", Cell("7"));
  ASSERT_TRUE(invocation.ok()) << invocation.status();
  EXPECT_THAT(invocation->words, ElementsAre("tool", "A=b"));
  ASSERT_EQ(invocation->environment.size(), 2u);
  EXPECT_EQ(invocation->environment[0].name(), "LC_ALL");
  EXPECT_EQ(invocation->environment[1].value(), "7 x");
  EXPECT_THAT(InvocationOf("{size} x", Cell("A=b"))->words, ElementsAre("A=b", "x"))
      << "a level is no variable";
}

TEST(InvocationOf, GivesAShellTheTextAsItIs) {
  const auto invocation = InvocationOf("sort x | head -n {size} > '$y'", Cell("1; ls", kShell));
  ASSERT_TRUE(invocation.ok()) << invocation.status();
  EXPECT_THAT(invocation->words, ElementsAre("/bin/sh", "-c", "sort x | head -n 1; ls > '$y'"));
}

TEST(InvocationOf, NeedsAProgram) {
  for (const char* text : {"", " ", "A=b", "{size}", "'' x"}) {
    EXPECT_THAT(std::string(InvocationOf(text, Cell("")).status().message()),
                HasSubstr("names no program"))
        << text;
  }
}

TEST(ParseVariable, WantsANameAndTakesAnyValue) {
  EXPECT_EQ(ParseVariable("A_1=x=\ny")->value(), "x=\ny");
  EXPECT_EQ(ParseVariable("A=")->value(), "");
  for (const char* text : {"", "=x", "A", "1A=x", "A-B=x", "A B=x"}) {
    EXPECT_THAT(std::string(ParseVariable(text).status().message()), HasSubstr("NAME=VALUE"))
        << text;
  }
}

}  // namespace
}  // namespace benchcell::command
