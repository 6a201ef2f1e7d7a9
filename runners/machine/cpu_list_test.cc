#include "runners/machine/cpu_list.h"

#include "gtest/gtest.h"

namespace benchcell {
namespace {

using Processors = std::set<int>;

TEST(ParseCpuList, ReadsNumbersAndRanges) {
  EXPECT_EQ(ParseCpuList("0-3,8,10-11\n"), (Processors{0, 1, 2, 3, 8, 10, 11}));
  EXPECT_EQ(ParseCpuList("5"), Processors{5});
  EXPECT_EQ(ParseCpuList("\n"), Processors{});
}

TEST(ParseCpuList, RefusesWhatIsNoList) {
  for (const char* text : {"a", "1-", "-1", "3-1", "1,,2", "1-2-3", "0-99999999"}) {
    EXPECT_EQ(ParseCpuList(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace benchcell
