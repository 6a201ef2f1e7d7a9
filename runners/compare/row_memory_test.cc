#include "runners/compare/row_memory.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace benchcell {
namespace {

// Keys of rows without a binary in front.
void Remember(RowMemory& memory, uint32_t key, std::string_view text) {
  memory.Remember(key, key, text, 0);
}

// The key and the length, or nothing.
std::optional<std::pair<uint32_t, size_t>> Known(const RowMemory& memory, std::string_view line) {
  const std::optional<RecognisedRow> row = memory.Recognise(line);
  if (!row.has_value()) return std::nullopt;
  EXPECT_FALSE(row->binary_of.has_value());
  return std::pair(row->key, row->length);
}

TEST(RowMemoryTest, ExpectsTheOrderOfTheLastTime) {
  RowMemory memory;
  EXPECT_EQ(Known(memory, "a,1"), std::nullopt);
  Remember(memory, 0, "a,");
  Remember(memory, 1, "bb,");
  EXPECT_EQ(Known(memory, "bb,1"), std::nullopt);
  ASSERT_EQ(Known(memory, "a,1"), std::pair(0u, size_t{2}));
  memory.Confirm(*memory.Recognise("a,1"));
  ASSERT_EQ(Known(memory, "bb,1"), std::pair(1u, size_t{3}));
  memory.Confirm(*memory.Recognise("bb,1"));
  ASSERT_EQ(Known(memory, "a,2"), std::pair(0u, size_t{2}));
  memory.Confirm(*memory.Recognise("a,2"));
  EXPECT_EQ(Known(memory, "b"), std::nullopt);
  EXPECT_EQ(Known(memory, ""), std::nullopt);
}

TEST(RowMemoryTest, WhatIsNotConfirmedChangesNothing) {
  RowMemory memory;
  Remember(memory, 0, "a,");
  Remember(memory, 1, "b,");
  Remember(memory, 0, "a,");
  EXPECT_TRUE(Known(memory, "b,").has_value());
  EXPECT_TRUE(Known(memory, "b,").has_value());
  Remember(memory, 5, "c,");
  Remember(memory, 0, "a,");
  EXPECT_FALSE(Known(memory, "b,").has_value());
  EXPECT_TRUE(Known(memory, "c,").has_value());
}

// The same names may be spelled in two ways; a text of nothing is never recognised.
TEST(RowMemoryTest, TheLastTextCounts) {
  RowMemory memory;
  Remember(memory, 0, "a,");
  Remember(memory, 0, " a,");
  EXPECT_TRUE(Known(memory, " a,").has_value());
  EXPECT_FALSE(Known(memory, "a,").has_value());
  Remember(memory, 0, "a,");
  EXPECT_TRUE(Known(memory, "a,").has_value());
  Remember(memory, 0, "");
  EXPECT_FALSE(Known(memory, "a,").has_value());
}

TEST(RowMemoryTest, ASecondBinaryIsExpectedInTheOrderOfTheFirst) {
  RowMemory memory;
  for (uint32_t key = 0; key < 3; ++key) {
    memory.Remember(key, key, "old,c" + std::to_string(key) + ",", 3);
  }
  // Its first row is new.
  EXPECT_EQ(memory.Recognise("new,c0,1"), std::nullopt);
  memory.Remember(3, 0, "new,c0,", 3);
  for (uint32_t i = 1; i < 3; ++i) {
    const std::string line = "new,c" + std::to_string(i) + ",1";
    EXPECT_EQ(memory.Recognise("x" + line.substr(1)), std::nullopt);
    EXPECT_EQ(memory.Recognise("new,x,1"), std::nullopt);
    const std::optional<RecognisedRow> row = memory.Recognise(line);
    ASSERT_TRUE(row.has_value());
    EXPECT_EQ(row->key, i);
    EXPECT_EQ(row->binary_of, 3 + i - 1);
    EXPECT_EQ(row->length, 7u);
    memory.Adopt(*row, 3 + i);
  }
  // From now on they have keys of their own.
  memory.Remember(0, 0, "old,c0,", 3);
  for (const uint32_t key : {1, 2})
    memory.Confirm(*memory.Recognise("old,c" + std::to_string(key) + ","));
  for (const uint32_t key : {3, 4, 5}) {
    const std::string line = "new,c" + std::to_string(key - 3) + ",1";
    ASSERT_EQ(Known(memory, line), std::pair(key, size_t{7})) << line;
    memory.Confirm(*memory.Recognise(line));
  }
}

// A text that is spelled anew is that of all who share it, whole.
TEST(RowMemoryTest, SharedTextsChangeTogether) {
  RowMemory memory;
  memory.Remember(0, 0, "old,c0,", 3);
  memory.Remember(1, 1, "old,c1,", 3);
  memory.Remember(2, 0, "new,c0,", 3);
  memory.Adopt(*memory.Recognise("new,c1,"), 3);
  memory.Remember(1, 1, "old, c1 ,", 3);
  memory.Remember(2, 0, "new,c0,", 3);
  EXPECT_EQ(Known(memory, "new,c1,"), std::nullopt);
  EXPECT_EQ(Known(memory, "new, c1 ,"), std::pair(3u, size_t{9}));
  memory.Remember(1, 1, "", 0);
  memory.Remember(2, 0, "new,c0,", 3);
  EXPECT_EQ(memory.Recognise("new,c1,"), std::nullopt);
}

TEST(RowMemoryTest, OnlySoManyBinaries) {
  RowMemory memory;
  for (uint32_t key = 0; key < 100; ++key) {
    memory.Remember(key, key, std::string(key + 1, ' ') + "old,c,", key + 4);
  }
  memory.Remember(0, 0, " old,c,", 4);
  EXPECT_EQ(Known(memory, "  old,c,"), std::pair(1u, size_t{8}));
  memory.Remember(98, 98, std::string(99, ' ') + "old,c,", 102);
  EXPECT_EQ(memory.Recognise(std::string(100, ' ') + "old,c,"), std::nullopt);
}

}  // namespace
}  // namespace benchcell
