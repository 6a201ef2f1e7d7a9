#include "plugins/node_core/check_set.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace benchcell::node_core {
namespace {

using ::testing::HasSubstr;

Findings File(const std::vector<std::string>& keys, const std::vector<std::string>& arguments) {
  Findings findings;
  findings.file = "a/b.js";
  findings.keys = keys;
  findings.configurations.push_back({arguments, {}});
  return findings;
}

std::string Refusal(const std::vector<SetKey>& keys, const std::vector<Findings>& findings) {
  return std::string(CheckSet(keys, findings).message());
}

TEST(CheckSetTest, TakesWhatAFileUnderstands) {
  const std::vector<Findings> files = {File({"n", "mode"}, {"n=10", "mode=a"}),
                                       File({"len"}, {"len=5", "n=10"})};
  EXPECT_EQ(Refusal({{"n", {"10"}}, {"mode", {"a", "b"}}}, files), "");
  EXPECT_EQ(Refusal({}, files), "");
}

TEST(CheckSetTest, ANumberMayBeSpelledInAnotherWay) {
  EXPECT_EQ(Refusal({{"n", {"1e6"}}}, {File({"n"}, {"n=1000000"})}), "");
}

TEST(CheckSetTest, RefusesAKeyThatNoFileHas) {
  EXPECT_THAT(Refusal({{"scirpt", {"a"}}}, {File({"script", "n"}, {"n=1", "script=a"})}),
              HasSubstr("has a key scirpt; they have n, script"));
}

TEST(CheckSetTest, RefusesAValueThatAFileTakesAsAnother) {
  EXPECT_THAT(Refusal({{"n", {"abc"}}}, {File({"n"}, {"n=NaN"})}),
              HasSubstr("a/b.js takes n=abc as NaN"));
  EXPECT_THAT(Refusal({{"strict", {"yes"}}}, {File({"strict"}, {"strict=false"})}),
              HasSubstr("takes strict=yes as false"));
}

TEST(CheckSetTest, TheHttpToolIsDeclaredByNoFile) {
  EXPECT_EQ(Refusal({{"benchmarker", {"wrk"}}}, {File({"n"}, {"n=1", "benchmarker=wrk"})}), "");
}

TEST(CheckSetTest, FilesThatFailAreNotTheParametersFault) {
  EXPECT_EQ(Refusal({{"n", {"1"}}}, {Findings()}), "");
}

}  // namespace
}  // namespace benchcell::node_core
