#include "runners/callgrind/call_table.h"

#include <map>
#include <utility>

#include "gtest/gtest.h"

namespace benchcell {
namespace {

using Pair = std::pair<uint32_t, uint32_t>;

std::map<Pair, uint64_t> Sums(const CallTable& table) {
  std::map<Pair, uint64_t> sums;
  for (const ProfileCall& call : table.calls()) sums[{call.caller, call.callee}] += call.count;
  return sums;
}

TEST(CallTableTest, KeepsPairsApart) {
  CallTable table;
  table.Add(1, 2, 5);
  table.Add(2, 1, 1);
  table.Add(1, 2, 7);
  EXPECT_EQ(Sums(table), (std::map<Pair, uint64_t>{{{1, 2}, 12}, {{2, 1}, 1}}));
}

TEST(CallTableTest, IsBoundedByThePairs) {
  CallTable table;
  for (int pass = 0; pass < 200; ++pass) {
    for (uint32_t i = 0; i < 50; ++i) {
      for (uint32_t j = 0; j < 20; ++j) table.Add(i, j, i + j);
    }
    EXPECT_LE(table.calls().size(), size_t{1} << 14);
  }
  const std::map<Pair, uint64_t> sums = Sums(table);
  EXPECT_EQ(sums.size(), 1000u);
  for (const auto& [pair, count] : sums) EXPECT_EQ(count, 200u * (pair.first + pair.second));
}

TEST(CallTableTest, KeepsAsManyPairsAsThereAre) {
  CallTable table;
  for (int pass = 0; pass < 3; ++pass) {
    for (uint32_t i = 0; i < 100000; ++i) table.Add(i, i + 1, 1);
  }
  EXPECT_EQ(Sums(table).size(), 100000u);
  EXPECT_LE(table.calls().size(), 300000u);
  table.Clear();
  EXPECT_TRUE(table.calls().empty());
}

}  // namespace
}  // namespace benchcell
