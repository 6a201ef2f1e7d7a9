#include "runners/coordinator/store_clock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace benchcell {
namespace {

using testing::HasSubstr;
using testing::Optional;

class StoreClockTest : public testing::Test {
 protected:
  std::optional<std::string> Adjust() {
    const auto said = clock_.Adjust();
    EXPECT_TRUE(said.ok()) << said.status();
    return *said;
  }

  absl::Time own_ = absl::FromUnixSeconds(1'800'000'000);
  absl::Duration behind_;
  // How long the store takes to answer, before and after it looks at its clock.
  absl::Duration before_, after_;
  StoreClock clock_{[this] {
                      own_ += before_;
                      const absl::Time theirs = own_ + behind_;
                      own_ += after_;
                      return theirs;
                    },
                    [this] { return own_; }};
};

TEST_F(StoreClockTest, ClocksThatAgreeAreLeftAlone) {
  behind_ = absl::Milliseconds(-900);
  EXPECT_EQ(Adjust(), std::nullopt);
  EXPECT_EQ(clock_.Now(), own_);
}

TEST_F(StoreClockTest, GoesByTheStoresClockAndSaysItOnce) {
  behind_ = absl::Seconds(-60);
  EXPECT_THAT(Adjust(), Optional(HasSubstr("is 1m ahead of the store's")));
  EXPECT_EQ(clock_.Now(), own_ + behind_);
  EXPECT_EQ(Adjust(), std::nullopt);
  own_ += absl::Seconds(5);
  EXPECT_EQ(clock_.Now(), own_ + behind_);

  behind_ = absl::Milliseconds(89'990);
  EXPECT_THAT(Adjust(), Optional(HasSubstr("is 1m30s behind the store's")));
  EXPECT_EQ(clock_.Now(), own_ + behind_);
}

TEST_F(StoreClockTest, FollowsAClockThatIsPutRight) {
  behind_ = absl::Hours(1);
  Adjust();
  behind_ = absl::Milliseconds(10);
  EXPECT_THAT(Adjust(), Optional(HasSubstr("agrees")));
  EXPECT_EQ(clock_.Now(), own_);
}

TEST_F(StoreClockTest, ASlowAnswerIsNoDifference) {
  before_ = absl::Seconds(20);
  EXPECT_EQ(Adjust(), std::nullopt);
  std::swap(before_, after_);
  EXPECT_EQ(Adjust(), std::nullopt);
  EXPECT_EQ(clock_.Now(), own_);
}

TEST(StoreClockWithoutServerTest, ThisMachinesClockIsTheOne) {
  StoreClock clock([] { return std::nullopt; }, [] { return absl::UnixEpoch(); });
  EXPECT_EQ(*clock.Adjust(), std::nullopt);
  EXPECT_EQ(clock.Now(), absl::UnixEpoch());
}

TEST(StoreClockWithoutServerTest, AStoreThatFailsChangesNothing) {
  StoreClock clock([] { return absl::UnavailableError("away"); }, [] { return absl::UnixEpoch(); });
  EXPECT_EQ(clock.Adjust().status().code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(clock.Now(), absl::UnixEpoch());
}

}  // namespace
}  // namespace benchcell
