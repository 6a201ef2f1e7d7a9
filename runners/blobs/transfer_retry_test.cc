#include "runners/blobs/transfer_retry.h"

#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace benchcell {
namespace {

using testing::ElementsAre;
using testing::Le;

class TransferRetryTest : public testing::Test {
 protected:
  std::vector<absl::Duration> pauses_;
  bool wanted_ = true;
  TransferRetry retry_{[this](absl::Duration pause) {
    pauses_.push_back(pause);
    return wanted_;
  }};
  const absl::Status gone_ = absl::UnavailableError("gone");
};

TEST_F(TransferRetryTest, PausesGrowUntilBytesArrive) {
  EXPECT_TRUE(retry_.GoOn(gone_, 0));
  EXPECT_TRUE(retry_.GoOn(gone_, 0));
  EXPECT_TRUE(retry_.GoOn(gone_, 0));
  EXPECT_TRUE(retry_.GoOn(gone_, 5));
  EXPECT_TRUE(retry_.GoOn(gone_, 5));
  EXPECT_THAT(pauses_,
              ElementsAre(absl::Milliseconds(100), absl::Milliseconds(200), absl::Milliseconds(400),
                          absl::Milliseconds(100), absl::Milliseconds(200)));
}

TEST_F(TransferRetryTest, GivesUpAfterAMinuteInVain) {
  int attempts = 1;
  while (retry_.GoOn(gone_, 7)) ++attempts;
  EXPECT_EQ(attempts, TransferRetry::kMostInVain);
  absl::Duration sum;
  for (const absl::Duration pause : pauses_) sum += pause;
  EXPECT_GE(sum, absl::Seconds(50));
  EXPECT_LE(sum, absl::Seconds(70));
  EXPECT_THAT(pauses_, testing::Each(Le(TransferRetry::kLongestPause)));
}

TEST_F(TransferRetryTest, NeverGivesUpWhileBytesArrive) {
  for (uint64_t bytes = 1; bytes < 1000; ++bytes) ASSERT_TRUE(retry_.GoOn(gone_, bytes));
}

// A transfer that had to start anew has fewer bytes than before, which is no progress.
TEST_F(TransferRetryTest, FewerBytesAreNoProgress) {
  EXPECT_TRUE(retry_.GoOn(gone_, 9));
  EXPECT_TRUE(retry_.GoOn(gone_, 3));
  EXPECT_THAT(pauses_, ElementsAre(absl::Milliseconds(100), absl::Milliseconds(200)));
}

TEST_F(TransferRetryTest, EndsWhenSomebodyWantsToStop) {
  wanted_ = false;
  EXPECT_FALSE(retry_.GoOn(gone_, 0));
}

TEST_F(TransferRetryTest, OnlyInterruptionsAreTriedAgain) {
  EXPECT_FALSE(retry_.GoOn(absl::NotFoundError("no such blob"), 0));
  EXPECT_FALSE(retry_.GoOn(absl::ResourceExhaustedError("full"), 0));
  EXPECT_FALSE(retry_.GoOn(absl::PermissionDeniedError("no"), 0));
  EXPECT_TRUE(pauses_.empty());
  EXPECT_TRUE(IsInterruption(absl::CancelledError("the server ends")));
}

}  // namespace
}  // namespace benchcell
