#include "plugins/node_core/cells.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace benchcell::node_core {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

Findings With(const std::vector<std::string>& apis) {
  Findings findings;
  findings.file = "a/b.js";
  findings.declared = true;
  findings.code = 0;
  findings.keys = {"api", "n"};
  for (const std::string& api : apis) {
    findings.configurations.push_back({{"n=1", "api=" + api, "foreign=x"}, {"--flag-" + api}});
  }
  return findings;
}

TEST(CellsTest, OneForEachConfigurationInTheOrderOfTheFile) {
  const Findings findings = With({"b", "a"});
  const auto cells = CellsOf({&findings, &findings}, {"old", "new"});
  ASSERT_EQ(cells.size(), 2u);
  EXPECT_THAT(cells[0].level, ElementsAre(Pair("n", "1"), Pair("api", "b")));
  ASSERT_EQ(cells[0].build.size(), 2u);
  EXPECT_TRUE(cells[0].build[1].has);
  EXPECT_THAT(cells[1].build[1].configuration.flags, ElementsAre("--flag-a"));
}

TEST(CellsTest, ArgumentsForKeysOfOtherFilesAreLeftOut) {
  const Findings findings = With({"a"});
  const auto cells = CellsOf({&findings}, {"old"});
  EXPECT_THAT(cells[0].build[0].configuration.arguments, ElementsAre("n=1", "api=a"));
}

TEST(CellsTest, TheHttpToolIsAKeyOfEveryFile) {
  Findings findings = With({"a"});
  findings.configurations[0].arguments.push_back("benchmarker=wrk");
  EXPECT_THAT(OwnArguments(findings, findings.configurations[0]),
              ElementsAre("n=1", "api=a", "benchmarker=wrk"));
}

TEST(CellsTest, KeepsWhatOnlySomeBinariesHave) {
  const Findings first = With({"a"});
  const Findings second = With({"b", "a"});
  const auto cells = CellsOf({&first, &second}, {"24.21.0", "24.22.3"});
  ASSERT_EQ(cells.size(), 2u);
  EXPECT_EQ(cells[0].level[1].second, "a");
  EXPECT_TRUE(cells[0].build[0].has);
  EXPECT_TRUE(cells[0].build[1].has);
  EXPECT_FALSE(cells[1].build[0].has);
  EXPECT_EQ(cells[1].build[0].reason,
            "the binaries disagree: a/b.js has no configuration n=1 api=b with 24.21.0; only with "
            "24.22.3");
  EXPECT_EQ(cells[1].build[1].reason, "");
}

TEST(CellsTest, ABinaryThatFailsOnAFileSaysWhyInEveryCell) {
  Findings broken = With({});
  broken.declared = false;
  broken.code = 1;
  broken.error_output = "TypeError\n";
  const Findings good = With({"a", "b"});
  const auto cells = CellsOf({&broken, &good}, {"old", "new"});
  ASSERT_EQ(cells.size(), 2u);
  for (const FoundCell& cell : cells) {
    EXPECT_THAT(cell.build[0].reason, HasSubstr("no configuration with old: it ended with exit"));
    EXPECT_TRUE(cell.build[1].has);
  }
}

TEST(CellsTest, AFileWithoutConfigurationsIsOneCellThatSaysSo) {
  const Findings none = With({});
  const auto cells = CellsOf({&none, &none}, {"old", "new"});
  ASSERT_EQ(cells.size(), 1u);
  EXPECT_TRUE(cells[0].level.empty());
  EXPECT_THAT(cells[0].build[1].reason, HasSubstr("with new: empty queue"));
}

TEST(SplitArgumentTest, TheKeyHasAtLeastOneCharacter) {
  EXPECT_THAT(SplitArgument("a=b=c"), Pair("a", "b=c"));
  EXPECT_THAT(SplitArgument("a="), Pair("a", ""));
  EXPECT_THAT(SplitArgument("=x=y"), Pair("=x", "y"));
}

}  // namespace
}  // namespace benchcell::node_core
