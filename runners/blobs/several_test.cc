#include "runners/blobs/several.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <vector>

#include "gtest/gtest.h"

namespace benchcell {
namespace {

TEST(SeveralTest, EachOnceAndNeverMoreThanAllowed) {
  std::mutex mutex;
  std::vector<int> calls(100);
  int running = 0;
  int most = 0;
  const absl::Status status = ForEachOfSeveral(calls.size(), 4, [&](size_t i) {
    {
      const std::lock_guard lock(mutex);
      ++calls[i];
      most = std::max(most, ++running);
    }
    const std::lock_guard lock(mutex);
    --running;
    return absl::OkStatus();
  });
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(calls, std::vector<int>(100, 1));
  EXPECT_LE(most, 4);
}

// Ends only if all four are at work together.
TEST(SeveralTest, TheyRunAtOnce) {
  std::mutex mutex;
  std::condition_variable met;
  int arrived = 0;
  EXPECT_TRUE(ForEachOfSeveral(4, 4, [&](size_t) {
                std::unique_lock lock(mutex);
                ++arrived;
                met.notify_all();
                met.wait(lock, [&] { return arrived == 4; });
                return absl::OkStatus();
              }).ok());
}

TEST(SeveralTest, NothingBeginsAfterAnError) {
  std::vector<size_t> begun;
  const absl::Status status = ForEachOfSeveral(10, 1, [&](size_t i) {
    begun.push_back(i);
    return i == 2 ? absl::NotFoundError("third") : absl::OkStatus();
  });
  EXPECT_EQ(status, absl::NotFoundError("third"));
  EXPECT_EQ(begun, (std::vector<size_t>{0, 1, 2}));
}

TEST(SeveralTest, NothingToDo) {
  EXPECT_TRUE(ForEachOfSeveral(0, 4, [](size_t) { return absl::InternalError(""); }).ok());
}

}  // namespace
}  // namespace benchcell
