#include "runners/callgrind/call_table.h"

#include "gtest/gtest.h"

namespace benchcell {
namespace {

TEST(CallTableTest, SumsUpCallsOfAPair) {
  CallTable table;
  table.Add(1, 2, 5);
  table.Add(2, 1, 1);
  table.Add(1, 2, 7);
  ASSERT_EQ(table.calls().size(), 2u);
  EXPECT_EQ(table.calls()[0].caller, 1u);
  EXPECT_EQ(table.calls()[0].callee, 2u);
  EXPECT_EQ(table.calls()[0].count, 12u);
  EXPECT_EQ(table.calls()[1].count, 1u);
}

TEST(CallTableTest, KeepsManyPairsApart) {
  CallTable table;
  for (int pass = 0; pass < 2; ++pass) {
    for (uint32_t i = 0; i < 200; ++i) {
      for (uint32_t j = 0; j < 50; ++j) table.Add(i, j, i + j);
    }
  }
  ASSERT_EQ(table.calls().size(), 10000u);
  for (const ProfileCall& call : table.calls()) {
    EXPECT_EQ(call.count, 2u * (call.caller + call.callee));
  }
  table.Clear();
  EXPECT_TRUE(table.calls().empty());
  table.Add(3, 4, 1);
  EXPECT_EQ(table.calls()[0].count, 1u);
}

}  // namespace
}  // namespace benchcell
