#include "plugins/codspeed/profile/uri_counter.h"

#include "gtest/gtest.h"

namespace benchcell::codspeed {
namespace {

TEST(UriCounterTest, NumbersWhatComesAgain) {
  UriCounter counter;
  EXPECT_EQ(counter.Unique("a"), "a");
  EXPECT_EQ(counter.Unique("b"), "b");
  EXPECT_EQ(counter.Unique("a"), "a (2)");
  EXPECT_EQ(counter.Unique("a"), "a (3)");
  EXPECT_EQ(counter.Unique(""), "");
  EXPECT_EQ(counter.Unique(""), " (2)");
}

TEST(UriCounterTest, NeverGivesANameTwice) {
  UriCounter counter;
  EXPECT_EQ(counter.Unique("a (2)"), "a (2)");
  EXPECT_EQ(counter.Unique("a"), "a");
  EXPECT_EQ(counter.Unique("a"), "a (3)");
  EXPECT_EQ(counter.Unique("a (2)"), "a (2) (2)");
  EXPECT_EQ(counter.Unique("a (3)"), "a (3) (2)");
}

}  // namespace
}  // namespace benchcell::codspeed
