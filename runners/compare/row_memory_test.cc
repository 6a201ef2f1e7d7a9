#include "runners/compare/row_memory.h"

#include <gtest/gtest.h>

namespace benchcell {
namespace {

TEST(RowMemoryTest, ExpectsTheOrderOfTheLastTime) {
  RowMemory memory;
  EXPECT_FALSE(memory.Recognise("a,1").has_value());
  memory.Remember(0, "a,");
  memory.Remember(1, "bb,");
  EXPECT_FALSE(memory.Recognise("bb,1").has_value());
  ASSERT_EQ(memory.Recognise("a,1"), 2u);
  EXPECT_EQ(memory.Confirm(), 0u);
  ASSERT_EQ(memory.Recognise("bb,1"), 3u);
  EXPECT_EQ(memory.Confirm(), 1u);
  ASSERT_EQ(memory.Recognise("a,2"), 2u);
  EXPECT_EQ(memory.Confirm(), 0u);
  EXPECT_FALSE(memory.Recognise("b").has_value());
  EXPECT_FALSE(memory.Recognise("").has_value());
}

TEST(RowMemoryTest, WhatIsNotConfirmedChangesNothing) {
  RowMemory memory;
  memory.Remember(0, "a,");
  memory.Remember(1, "b,");
  memory.Remember(0, "a,");
  EXPECT_TRUE(memory.Recognise("b,").has_value());
  EXPECT_TRUE(memory.Recognise("b,").has_value());
  memory.Remember(5, "c,");
  memory.Remember(0, "a,");
  EXPECT_FALSE(memory.Recognise("b,").has_value());
  EXPECT_TRUE(memory.Recognise("c,").has_value());
}

// The same names may be spelled in two ways; a text of nothing is never recognised.
TEST(RowMemoryTest, TheLastTextCounts) {
  RowMemory memory;
  memory.Remember(0, "a,");
  memory.Remember(0, " a,");
  EXPECT_TRUE(memory.Recognise(" a,").has_value());
  EXPECT_FALSE(memory.Recognise("a,").has_value());
  memory.Remember(0, "");
  EXPECT_FALSE(memory.Recognise("a,").has_value());
}

}  // namespace
}  // namespace benchcell
