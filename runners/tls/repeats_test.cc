#include "runners/tls/repeats.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

namespace benchcell {
namespace {

const absl::Time kStart = absl::FromUnixSeconds(1'700'000'000);

TEST(Repeats, EqualEventsAreCountedUntilTheIntervalEnds) {
  Repeats repeats(absl::Minutes(1), 10);
  EXPECT_EQ(repeats.Count("a", kStart), 0);
  EXPECT_EQ(repeats.Count("a", kStart + absl::Seconds(1)), std::nullopt);
  EXPECT_EQ(repeats.Count("a", kStart + absl::Seconds(59)), std::nullopt);
  EXPECT_EQ(repeats.Count("a", kStart + absl::Seconds(60)), 2);
  EXPECT_EQ(repeats.Count("a", kStart + absl::Seconds(120)), 0);
}

TEST(Repeats, DifferentEventsAreWritten) {
  Repeats repeats(absl::Minutes(1), 10);
  EXPECT_EQ(repeats.Count("a", kStart), 0);
  EXPECT_EQ(repeats.Count("b", kStart), 0);
}

TEST(Repeats, TooManyDifferentOnesCountAsOne) {
  Repeats repeats(absl::Minutes(1), 10);
  int written = 0;
  for (int i = 0; i < 1000; ++i) {
    if (repeats.Count(absl::StrCat("event ", i), kStart).has_value()) ++written;
  }
  EXPECT_EQ(written, 11);
  EXPECT_EQ(repeats.Count("event 5", kStart), std::nullopt) << "those known are known still";
  // Old ones make place.
  EXPECT_EQ(repeats.Count("new", kStart + absl::Minutes(2)), 0);
  EXPECT_EQ(repeats.Count("newer", kStart + absl::Minutes(2)), 0);
}

}  // namespace
}  // namespace benchcell
