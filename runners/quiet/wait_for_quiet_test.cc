#include "runners/quiet/wait_for_quiet.h"

#include <deque>

#include "gtest/gtest.h"
#include "runners/base/clock.h"

namespace benchcell {
namespace {

// A machine of two processors whose windows are half a second long; `busy` are the processors that
// others keep busy in each window, the last one in all that follow.
class FakeMachine : public QuietnessProbe {
 public:
  absl::StatusOr<QuietReading> Read(bool first) override {
    reading.processors = 2;
    if (broken) return absl::NotFoundError("/proc/stat can't be read");
    if (!first) {
      reading.times.user += absl::Milliseconds(500) * busy.front();
      reading.times.idle += absl::Seconds(1) - absl::Milliseconds(500) * busy.front();
      reading.processes[9] = {"cc1plus", reading.times.user};
      if (busy.size() > 1) busy.pop_front();
    }
    return reading;
  }

  Pause Sleeper() {
    return [this](absl::Duration time) {
      pauses.push_back(time);
      return pauses.size() >= cancel_at;
    };
  }

  std::deque<double> busy;
  QuietReading reading;
  std::vector<absl::Duration> pauses;
  size_t cancel_at = 1000;
  bool broken = false;
};

absl::Duration Sum(const std::vector<absl::Duration>& pauses) {
  absl::Duration sum;
  for (absl::Duration pause : pauses) sum += pause;
  return sum;
}

TEST(WaitForQuiet, AQuietMachineCostsOneWindow) {
  FakeMachine machine;
  machine.busy = {0.02};
  const auto result = WaitForQuiet(machine, machine.Sleeper(), {});
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_TRUE(result->quiet());
  EXPECT_EQ(result->looks(), 1);
  EXPECT_EQ(ToDuration(result->waited()), absl::Milliseconds(500));
  EXPECT_EQ(machine.pauses, std::vector<absl::Duration>{absl::Milliseconds(500)});
  EXPECT_EQ(result->disturbance_size(), 0);
  EXPECT_DOUBLE_EQ(result->last().busy_processors(), 0.02);
  EXPECT_EQ(Describe(*result), "");
}

TEST(WaitForQuiet, WaitsUntilItIsAndTellsForWhat) {
  FakeMachine machine;
  machine.busy = {0.97, 0.5, 0.01};
  const auto result = WaitForQuiet(machine, machine.Sleeper(), {});
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_TRUE(result->quiet());
  EXPECT_EQ(result->looks(), 3);
  // Three windows, pauses of one and two seconds.
  EXPECT_EQ(ToDuration(result->waited()), absl::Milliseconds(4500));
  EXPECT_EQ(Describe(*result),
            "waited 4.5s: other programs kept 0.97 processors busy (at most 0.10): cc1plus 0.97");
}

TEST(WaitForQuiet, GivesUpWithinTheLimitAfterAFewLooks) {
  FakeMachine machine;
  machine.busy = {0.97, 1.5};
  const auto result = WaitForQuiet(machine, machine.Sleeper(), {});
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_FALSE(result->quiet());
  EXPECT_LE(result->looks(), 10);
  EXPECT_EQ(ToDuration(result->waited()), absl::Minutes(2));
  EXPECT_EQ(Sum(machine.pauses), absl::Minutes(2));
  EXPECT_EQ(Describe(*result),
            "not quiet after 2m: other programs kept 1.50 processors busy (at most 0.10): cc1plus "
            "1.50");
}

TEST(WaitForQuiet, WithoutAWaitItStillLooksOnce) {
  FakeMachine machine;
  machine.busy = {1};
  QuietLimits limits;
  limits.longest_wait = absl::ZeroDuration();
  const auto result = WaitForQuiet(machine, machine.Sleeper(), limits);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_FALSE(result->quiet());
  EXPECT_EQ(result->looks(), 1);
}

TEST(WaitForQuiet, EndsWhenTheBlockIsNoLongerWanted) {
  // In a window, and in a pause.
  for (size_t at : {1, 2}) {
    FakeMachine machine;
    machine.busy = {1};
    machine.cancel_at = at;
    EXPECT_EQ(WaitForQuiet(machine, machine.Sleeper(), {}).status().code(),
              absl::StatusCode::kCancelled);
    EXPECT_EQ(machine.pauses.size(), at);
  }
}

TEST(WaitForQuiet, SaysWhatItCannotRead) {
  FakeMachine machine;
  machine.broken = true;
  EXPECT_EQ(WaitForQuiet(machine, machine.Sleeper(), {}).status().message(),
            "/proc/stat can't be read");
}

}  // namespace
}  // namespace benchcell
