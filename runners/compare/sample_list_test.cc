#include "runners/compare/sample_list.h"

#include <gtest/gtest.h>

#include <numeric>

namespace benchcell {
namespace {

TEST(SampleListTest, GivesBackWhatWasAdded) {
  for (const size_t count : {0, 1, 6, 7, 8, 14, 15, 100}) {
    std::pmr::monotonic_buffer_resource arena;
    SampleList list;
    std::vector<double> added(count);
    std::iota(added.begin(), added.end(), 0.5);
    for (const double value : added) list.Add(value, arena);
    EXPECT_EQ(list.size(), count);
    std::vector<double> values = {-1};
    list.CopyTo(values);
    EXPECT_EQ(values, added);
  }
}

TEST(SampleListTest, ListsGrowInTurns) {
  std::pmr::monotonic_buffer_resource arena;
  std::vector<SampleList> lists(3);
  for (int i = 0; i < 20; ++i) {
    for (size_t which = 0; which < lists.size(); ++which) {
      lists[which].Add(100.0 * static_cast<double>(which) + i, arena);
    }
  }
  for (size_t which = 0; which < lists.size(); ++which) {
    std::vector<double> expected(20);
    std::iota(expected.begin(), expected.end(), 100.0 * static_cast<double>(which));
    std::vector<double> values;
    lists[which].CopyTo(values);
    EXPECT_EQ(values, expected);
  }
}

}  // namespace
}  // namespace benchcell
