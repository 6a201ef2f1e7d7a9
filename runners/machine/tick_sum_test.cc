#include "runners/machine/tick_sum.h"

#include "gtest/gtest.h"

namespace benchcell {
namespace {

TEST(TickSum, StartsWithTheCounterAndFollowsIt) {
  TickSum sum;
  EXPECT_EQ(sum.Add(7), 7);
  EXPECT_EQ(sum.Add(7), 7);
  EXPECT_EQ(sum.Add(4'000'000'000), 4'000'000'000);
}

TEST(TickSum, GoesOnWhereTheCounterStartsAgain) {
  TickSum sum;
  sum.Add(4'294'967'290);
  EXPECT_EQ(sum.Add(4), 4'294'967'300);
  EXPECT_EQ(sum.Add(4'294'967'295), 8'589'934'591);
  EXPECT_EQ(sum.Add(0), 8'589'934'592);
}

}  // namespace
}  // namespace benchcell
