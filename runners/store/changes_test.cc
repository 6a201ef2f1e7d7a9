#include "runners/store/changes.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace benchcell {
namespace {

TEST(ChangesTest, SaysAtOnceWhereItStands) {
  Changes changes;
  EXPECT_EQ(changes.Await(0, absl::InfiniteDuration()), 1);
  changes.Note();
  changes.Note();
  EXPECT_EQ(changes.Await(0, absl::InfiniteDuration()), 3);
  EXPECT_EQ(changes.Await(2, absl::InfiniteDuration()), 3);
}

TEST(ChangesTest, GivesUpAfterTheTimeout) {
  Changes changes;
  EXPECT_EQ(changes.Await(1, absl::Milliseconds(1)), 1);
  EXPECT_EQ(changes.Await(1, absl::ZeroDuration()), 1);
  EXPECT_EQ(changes.Await(1, -absl::InfiniteDuration()), 1);
  EXPECT_EQ(changes.Await(99, absl::Milliseconds(1)), 1);
}

TEST(ChangesTest, WakesEveryoneWhoWaits) {
  Changes changes;
  std::vector<uint64_t> seen(4);
  std::vector<std::thread> threads;
  for (uint64_t& each : seen) {
    threads.emplace_back([&] { each = changes.Await(1, absl::InfiniteDuration()); });
  }
  changes.Note();
  for (std::thread& thread : threads) thread.join();
  for (const uint64_t each : seen) EXPECT_EQ(each, 2);
}

}  // namespace
}  // namespace benchcell
