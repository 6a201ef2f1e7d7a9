#include "runners/compare/ranges.h"

#include <gtest/gtest.h>

#include <atomic>

namespace benchcell {
namespace {

TEST(RangesTest, CoverAllItems) {
  for (const size_t count : {0, 1, 9, 10, 11, 1000}) {
    for (const size_t threads : {1, 2, 3, 8}) {
      const std::vector<Range> ranges = SplitIntoRanges(count, threads, 10);
      ASSERT_GE(ranges.size(), 1u);
      ASSERT_LE(ranges.size(), threads);
      size_t at = 0;
      for (const Range& range : ranges) {
        ASSERT_EQ(range.begin, at);
        ASSERT_GE(range.end, range.begin);
        ASSERT_TRUE(ranges.size() == 1 || range.end - range.begin >= 10);
        at = range.end;
      }
      ASSERT_EQ(at, count);
    }
  }
  EXPECT_EQ(SplitIntoRanges(1000, 8, 10).size(), 8u);
  EXPECT_EQ(SplitIntoRanges(25, 8, 10).size(), 2u);
}

TEST(RangesTest, DoesEachOnce) {
  for (const size_t count : {0, 1, 5}) {
    std::vector<std::atomic<int>> done(5);
    DoAtOnce(count, [&done](size_t i) { ++done[i]; });
    for (size_t i = 0; i < 5; ++i) EXPECT_EQ(done[i], i < count ? 1 : 0);
  }
}

}  // namespace
}  // namespace benchcell
