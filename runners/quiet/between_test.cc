#include "gtest/gtest.h"
#include "runners/base/clock.h"
#include "runners/quiet/quietness_probe.h"

namespace benchcell {
namespace {

// Two processors in half a second: a second of CPU time.
QuietReading Before() {
  QuietReading reading;
  reading.times.user = absl::Seconds(100);
  reading.times.idle = absl::Seconds(1000);
  reading.times.iowait = absl::Seconds(5);
  reading.times.steal = absl::Seconds(2);
  reading.processors = 2;
  return reading;
}

QuietReading After(absl::Duration busy, absl::Duration steal, absl::Duration iowait) {
  QuietReading reading = Before();
  reading.times.user += busy;
  reading.times.steal += steal;
  reading.times.iowait += iowait;
  reading.times.idle += absl::Seconds(1) - busy - steal - iowait;
  return reading;
}

TEST(Between, SplitsTheWindow) {
  const v1::QuietSample sample = Between(
      Before(), After(absl::Milliseconds(250), absl::Milliseconds(100), absl::Milliseconds(50)));
  EXPECT_EQ(ToDuration(sample.window()), absl::Milliseconds(500));
  EXPECT_DOUBLE_EQ(sample.busy_processors(), 0.5);
  EXPECT_DOUBLE_EQ(sample.busy_share(), 0.25);
  EXPECT_DOUBLE_EQ(sample.steal_share(), 0.1);
  EXPECT_DOUBLE_EQ(sample.waiting_processors(), 0.1);
}

TEST(Between, WhatTheSystemDoesNotTellIsSo) {
  const v1::QuietSample sample = Between(Before(), After({}, {}, {}));
  EXPECT_EQ(sample.busy_processors(), 0);
  EXPECT_EQ(sample.runnable(), -1);
  EXPECT_EQ(sample.load_average(), -1);
  EXPECT_EQ(sample.throttled(), -1);
  EXPECT_EQ(sample.speed_limit(), 0);
  EXPECT_EQ(sample.process_size(), 0);
}

TEST(Between, CountsWithinTheWindow) {
  QuietReading before = Before();
  QuietReading after = After({}, {}, {});
  before.throttled = 7;
  after.throttled = 9;
  before.runnable = 4;
  after.runnable = 1;
  after.load_average = 1.5;
  after.speed_limit = 80;
  after.heat_level = 2;
  const v1::QuietSample sample = Between(before, after);
  EXPECT_EQ(sample.throttled(), 2);
  EXPECT_EQ(sample.runnable(), 1);
  EXPECT_EQ(sample.load_average(), 1.5);
  EXPECT_EQ(sample.speed_limit(), 80);
  EXPECT_EQ(sample.heat_level(), 2);
}

TEST(Between, CountersThatWentBackwardsCountAsUnchanged) {
  const QuietReading later = After(absl::Milliseconds(250), {}, absl::Milliseconds(50));
  QuietReading earlier = Before();
  earlier.times.idle = later.times.idle + absl::Seconds(1);
  const v1::QuietSample iowait = Between(After({}, {}, absl::Milliseconds(90)), later);
  EXPECT_EQ(iowait.waiting_processors(), 0);
  const v1::QuietSample whole = Between(later, earlier);
  EXPECT_GE(whole.busy_processors(), 0);
  EXPECT_GE(whole.busy_share(), 0);
  // No time at all: nothing to divide by.
  EXPECT_EQ(Between(later, later).busy_share(), 0);
}

TEST(Between, NamesTheThreeBusiestProcesses) {
  QuietReading before = Before();
  QuietReading after = After(absl::Milliseconds(900), {}, {});
  const auto add = [&](int number, const char* name, int old_ms, int new_ms) {
    if (old_ms >= 0) before.processes[number] = {name, absl::Milliseconds(old_ms)};
    if (new_ms >= 0) after.processes[number] = {name, absl::Milliseconds(new_ms)};
  };
  add(1, "init", 5000, 5010);
  add(2, "cc1plus", 100, 550);
  add(3, "started", -1, 250);
  add(4, "ended", 700, -1);
  add(5, "logger", 0, 40);
  add(6, "fourth", 0, 30);
  // The number was given to another process.
  add(7, "again", 9000, 20);
  const v1::QuietSample sample = Between(before, after);
  ASSERT_EQ(sample.process_size(), 3);
  EXPECT_EQ(sample.process(0).name(), "cc1plus");
  EXPECT_DOUBLE_EQ(sample.process(0).processors(), 0.9);
  EXPECT_EQ(sample.process(1).name(), "started");
  EXPECT_DOUBLE_EQ(sample.process(1).processors(), 0.5);
  EXPECT_EQ(sample.process(2).name(), "logger");
}

}  // namespace
}  // namespace benchcell
