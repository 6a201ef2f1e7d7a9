#include "runners/blobs/link_target.h"

#include "gtest/gtest.h"

namespace benchcell {
namespace {

TEST(LinkTargetTest, Inside) {
  EXPECT_TRUE(StaysInTree("link", "file"));
  EXPECT_TRUE(StaysInTree("link", "./a//b/."));
  EXPECT_TRUE(StaysInTree("link", "..a/b.."));
  EXPECT_TRUE(StaysInTree("node_modules/.bin/vitest", "../vitest/vitest.mjs"));
  EXPECT_TRUE(StaysInTree("a/b/link", "../.."));
  EXPECT_TRUE(StaysInTree("a/b/link", ".././../c"));
}

TEST(LinkTargetTest, Outside) {
  EXPECT_FALSE(StaysInTree("link", ""));
  EXPECT_FALSE(StaysInTree("link", "/etc/passwd"));
  EXPECT_FALSE(StaysInTree("link", ".."));
  EXPECT_FALSE(StaysInTree("a/link", "../../b"));
  EXPECT_FALSE(StaysInTree("a/link", ".././.."));
}

// With `d -> .` in the folder s, `s/d/../..` is the tree's parent although it looks like its root.
TEST(LinkTargetTest, ClimbingAfterDescending) {
  EXPECT_FALSE(StaysInTree("s/link", "d/../.."));
  EXPECT_FALSE(StaysInTree("a/b/link", "../c/../d"));
}

}  // namespace
}  // namespace benchcell
