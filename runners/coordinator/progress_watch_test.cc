#include "runners/coordinator/progress_watch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace benchcell {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const absl::Time kStart = absl::FromUnixSeconds(0);
const absl::Duration kLimit = absl::Seconds(10);

TEST(ProgressWatchTest, ARunThatStandsStillIsStalledAfterTheLimit) {
  ProgressWatch watch;
  watch.Note({{"a", {1, 1}}, {"b", {1, 1}}}, kStart);
  EXPECT_THAT(watch.Stalled(kStart + kLimit, kLimit), IsEmpty());
  watch.Note({{"a", {1, 1}}, {"b", {2, 1}}}, kStart + absl::Seconds(8));
  EXPECT_THAT(watch.Stalled(kStart + absl::Seconds(11), kLimit), ElementsAre("a"));
  EXPECT_EQ(watch.LastProgress("a"), kStart);
  EXPECT_EQ(watch.LastProgress("b"), kStart + absl::Seconds(8));
}

TEST(ProgressWatchTest, AnAttemptIsProgressToo) {
  ProgressWatch watch;
  watch.Note({{"a", {1, 1}}}, kStart);
  watch.Note({{"a", {1, 2}}}, kStart + kLimit);
  EXPECT_THAT(watch.Stalled(kStart + kLimit * 1.5, kLimit), IsEmpty());
}

TEST(ProgressWatchTest, RunsThatEndAreForgotten) {
  ProgressWatch watch;
  watch.Note({{"a", {1, 1}}}, kStart);
  watch.Note({}, kStart + kLimit);
  EXPECT_THAT(watch.Stalled(kStart + kLimit * 3, kLimit), IsEmpty());
  EXPECT_EQ(watch.LastProgress("a"), absl::InfinitePast());
}

}  // namespace
}  // namespace benchcell
