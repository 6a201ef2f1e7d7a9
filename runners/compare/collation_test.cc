#include "runners/compare/collation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <vector>

#include "runners/compare/testing.h"

namespace benchcell {
namespace {

// In the order of R 4.2.2 with ICU 72.
std::vector<std::string> SortedByR() {
  std::ifstream file(Recorded("locale-order.txt"));
  std::vector<std::string> names;
  for (std::string line; std::getline(file, line);) names.push_back(line);
  return names;
}

bool Less(const std::string& one, const std::string& other) {
  return SortKey(NameOrder::kLocale, one) < SortKey(NameOrder::kLocale, other);
}

TEST(CollationTest, IsTheOrderOfR) {
  const std::vector<std::string> names = SortedByR();
  ASSERT_GT(names.size(), 500u);
  for (size_t i = 1; i < names.size(); ++i) {
    EXPECT_TRUE(Less(names[i - 1], names[i])) << names[i - 1] << " before " << names[i];
  }
}

TEST(CollationTest, LettersBeforeAccentsBeforeCase) {
  EXPECT_TRUE(Less("a", "A"));
  EXPECT_TRUE(Less("A", "ab"));
  EXPECT_TRUE(Less("Ab", "\u00e1b"));
  EXPECT_TRUE(Less("\u00e1a", "ab"));
  EXPECT_TRUE(Less("n=9", "n=a"));
  // By bytes, it is the other way round.
  EXPECT_LT(SortKey(NameOrder::kBytewise, "B"), SortKey(NameOrder::kBytewise, "a"));
  EXPECT_TRUE(Less("a", "B"));
}

TEST(CollationTest, CharactersBeyondLatinComeLast) {
  EXPECT_TRUE(Less("z", "\u0394"));
  EXPECT_TRUE(Less("\u0394", "\u65e5"));
  EXPECT_TRUE(Less("\u65e5", "\U0001F600"));
}

TEST(CollationTest, NoTwoNamesHaveOneKey) {
  EXPECT_NE(SortKey(NameOrder::kLocale, "a\x01"), SortKey(NameOrder::kLocale, "a"));
  EXPECT_NE(SortKey(NameOrder::kLocale, "\xff"), SortKey(NameOrder::kLocale, "\ufffd"));
}

}  // namespace
}  // namespace benchcell
