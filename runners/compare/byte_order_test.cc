#include "runners/compare/byte_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace benchcell {
namespace {

void ExpectAsSort(const std::vector<std::string>& names) {
  std::vector<NamedItem> items;
  for (const std::string& name : names) items.push_back({name, items.size()});
  SortByBytes(items);
  std::vector<std::string> sorted = names;
  std::sort(sorted.begin(), sorted.end());
  ASSERT_EQ(items.size(), sorted.size());
  for (size_t i = 0; i < items.size(); ++i) {
    ASSERT_EQ(items[i].name, sorted[i]) << i;
    ASSERT_EQ(items[i].name, names[items[i].index]) << i;
  }
}

TEST(ByteOrderTest, NoneAndFew) {
  ExpectAsSort({});
  ExpectAsSort({"b"});
  ExpectAsSort({"b", "", "a", "\xff", "ab"});
}

TEST(ByteOrderTest, LongBeginningsInCommon) {
  std::vector<std::string> names;
  for (int i = 0; i < 3000; ++i) {
    names.push_back("buffers/buffer-fill.js n=1000 len=" + std::to_string(i * 7919 % 3001));
  }
  ExpectAsSort(names);
}

// Names that end inside of others, and bytes that are zero or above 127.
TEST(ByteOrderTest, AnyBytesAndEnds) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::string> names;
    for (int i = 0; i < 60; ++i) {
      std::string name(random() % 20, 'a');
      for (char& c : name) c = std::string("\0a\xff", 3)[random() % 8 < 6 ? 0 : 1 + random() % 2];
      names.push_back(name);
    }
    ExpectAsSort(names);
  }
}

}  // namespace
}  // namespace benchcell
