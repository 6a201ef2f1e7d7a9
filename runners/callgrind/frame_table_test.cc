#include "runners/callgrind/frame_table.h"

#include <string>

#include "gtest/gtest.h"

namespace benchcell {
namespace {

TEST(FrameTableTest, GivesEachNameOneNumber) {
  FrameTable table;
  const uint32_t node = table.Object("/bin/node");
  const uint32_t libc = table.Object("libc.so.6");
  EXPECT_NE(node, libc);
  EXPECT_EQ(table.Object("/bin/node"), node);
  const uint32_t first = table.Frame(node, "main");
  EXPECT_EQ(table.Frame(node, "main"), first);
  EXPECT_NE(table.Frame(libc, "main"), first);
  EXPECT_EQ(table.frames(), 2u);
  EXPECT_EQ(table.function(first), "main");
  EXPECT_EQ(table.object_name(table.object(first)), "/bin/node");
}

// Names of all lengths, and long ones that differ in one byte anywhere.
TEST(FrameTableTest, TellsNamesApartByEveryByte) {
  FrameTable table;
  const uint32_t object = table.Object("");
  uint32_t expected = 0;
  for (size_t size = 0; size < 100; ++size) {
    EXPECT_EQ(table.Frame(object, std::string(size, 'x')), expected++) << size;
  }
  for (const size_t size : {9u, 33u, 3000u}) {
    for (size_t at = 0; at < size; ++at) {
      std::string name(size, 'y');
      name[at] = 'z';
      EXPECT_EQ(table.Frame(object, name), expected++) << size << " " << at;
    }
  }
  EXPECT_EQ(table.frames(), expected);
  EXPECT_EQ(table.Frame(object, std::string(42, 'x')), 42u);
}

TEST(FrameTableTest, KeepsNamesInPlaceWhileItGrows) {
  FrameTable table;
  const uint32_t object = table.Object("node");
  const std::string& first = table.function(table.Frame(object, "first"));
  for (int i = 0; i < 20000; ++i) table.Frame(object, "0x" + std::to_string(i));
  EXPECT_EQ(first, "first");
  EXPECT_EQ(table.Frame(object, "0x19999"), 20000u);
  EXPECT_EQ(table.Frame(object, "first"), 0u);
}

}  // namespace
}  // namespace benchcell
