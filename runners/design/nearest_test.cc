#include "runners/design/nearest.h"

#include <gtest/gtest.h>

namespace benchcell {
namespace {

TEST(NearestTest, DistanceCountsEdits) {
  EXPECT_EQ(EditDistance("", ""), 0);
  EXPECT_EQ(EditDistance("", "abc"), 3);
  EXPECT_EQ(EditDistance("forks", "forks"), 0);
  EXPECT_EQ(EditDistance("forks", "frks"), 1);
  EXPECT_EQ(EditDistance("forks", "fork"), 1);
  EXPECT_EQ(EditDistance("forks", "farks"), 1);
  EXPECT_EQ(EditDistance("kitten", "sitting"), 3);
}

TEST(NearestTest, ASwapOfNeighboursIsOneEdit) {
  EXPECT_EQ(EditDistance("forsk", "forks"), 1);
  EXPECT_EQ(EditDistance("ab", "ba"), 1);
  // No substring is edited twice, hence 3 and not 2.
  EXPECT_EQ(EditDistance("ca", "abc"), 3);
}

TEST(NearestTest, DistanceIsSymmetric) {
  const std::vector<std::string> words = {"pool", "polo", "state", "isolate", "", "maxWorkers"};
  for (const std::string& a : words) {
    for (const std::string& b : words) EXPECT_EQ(EditDistance(a, b), EditDistance(b, a));
  }
}

TEST(NearestTest, FindsTheMistypedName) {
  const std::vector<std::string> names = {"pool", "isolate", "fsModuleCache", "maxWorkers",
                                          "state"};
  EXPECT_EQ(Nearest("maxWorker", names), "maxWorkers");
  EXPECT_EQ(Nearest("fsmodulecache", names), "fsModuleCache");
  EXPECT_EQ(Nearest("sate", names), "state");
  EXPECT_EQ(Nearest("loop", names), "pool");
}

TEST(NearestTest, FarAwayIsNoSuggestion) {
  EXPECT_EQ(Nearest("browser", {"pool", "state"}), std::nullopt);
  EXPECT_EQ(Nearest("x", {"y"}), std::nullopt);
  EXPECT_EQ(Nearest("", {"ab"}), std::nullopt);
  EXPECT_EQ(Nearest("pool", {}), std::nullopt);
}

TEST(NearestTest, TheFirstOfEqualsWins) {
  EXPECT_EQ(Nearest("5.0.1", {"5.0.0", "5.0.5"}), "5.0.0");
}

TEST(NearestTest, SaysWhatIsExpected) {
  EXPECT_EQ(OneOf({"forks", "threads"}, "forsk"),
            "one of \"forks\", \"threads\" (nearest valid name: \"forks\")");
  EXPECT_EQ(OneOf({"node"}, "x"), "\"node\"");
  EXPECT_EQ(OneOf({}, "x"), "none, for there are none");
}

TEST(NearestTest, QuotedTextStaysOnOneLine) {
  EXPECT_EQ(Quoted("a\"b\\c\nd\x1b"), "\"a\\\"b\\\\c\\nd\\x1b\"");
  EXPECT_EQ(Quoted("größer"), "\"größer\"");
}

}  // namespace
}  // namespace benchcell
