#include "plugins/node_core/set_parameter.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace benchcell::node_core {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> Arguments(const std::string& text) {
  const auto keys = ParseSet(text);
  EXPECT_TRUE(keys.ok()) << keys.status();
  return keys.ok() ? ArgumentsOf(*keys) : std::vector<std::string>{};
}

std::string Refusal(const std::string& text) {
  return std::string(ParseSet(text).status().message());
}

TEST(SetParameterTest, TakesKeysAndTheirValues) {
  EXPECT_THAT(Arguments(""), IsEmpty());
  EXPECT_THAT(Arguments("n=10"), ElementsAre("n=10"));
  EXPECT_THAT(Arguments("n=10,script=a|b"), ElementsAre("n=10", "script=a", "script=b"));
}

TEST(SetParameterTest, AValueMayBeEmptyOrHoldAnEqualsSign) {
  EXPECT_THAT(Arguments("encoding="), ElementsAre("encoding="));
  EXPECT_THAT(Arguments("a=|x"), ElementsAre("a=", "a=x"));
  EXPECT_THAT(Arguments("query=a=b"), ElementsAre("query=a=b"));
}

TEST(SetParameterTest, ABackslashTakesASeparatorAsItIs) {
  EXPECT_THAT(Arguments(R"(text=a\,b\|c\\d,n=1)"), ElementsAre(R"(text=a,b|c\d)", "n=1"));
}

TEST(SetParameterTest, OfAKeyThatComesTwiceTheLastCounts) {
  EXPECT_THAT(Arguments("n=1|2,mode=a,n=3"), ElementsAre("n=3", "mode=a"));
}

TEST(SetParameterTest, SaysWhatIsWrong) {
  EXPECT_THAT(Refusal("n"), HasSubstr("found \"n\"; expected KEY=VALUE"));
  EXPECT_THAT(Refusal("n=1,"), HasSubstr("expected KEY=VALUE"));
  EXPECT_THAT(Refusal("=1"), HasSubstr("expected KEY=VALUE"));
  EXPECT_THAT(Refusal(R"(n=\x)"), HasSubstr("a \\ before something else"));
  EXPECT_THAT(Refusal("n=1\\"), HasSubstr("a \\ before something else"));
}

}  // namespace
}  // namespace benchcell::node_core
