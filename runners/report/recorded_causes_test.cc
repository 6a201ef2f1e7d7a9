// Causes found in profiles of real benchmarks: see fixtures/recorded/codspeed/README.md.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "plugins/codspeed/profile/profile.h"
#include "runners/report/cause.h"

namespace benchcell {
namespace {

// The profile of instructions of each benchmark of a recorded folder whose name ends like this, in
// the order in which they ran.
std::vector<v1::Profile> Recorded(const std::string& folder, const std::string& ending) {
  const auto files = codspeed::FilesOfFolder("fixtures/recorded/codspeed/" + folder);
  EXPECT_TRUE(files.ok()) << files.status();
  const auto imported = codspeed::ImportProfile(*files, folder);
  EXPECT_TRUE(imported.ok()) << imported.status();
  std::vector<v1::Profile> profiles;
  for (const codspeed::BenchmarkProfile& benchmark : imported->benchmarks) {
    if (benchmark.uri.size() < ending.size()) continue;
    if (benchmark.uri.substr(benchmark.uri.size() - ending.size()) != ending) continue;
    for (const v1::Profile& profile : benchmark.profiles) profiles.push_back(profile);
  }
  return profiles;
}

// Of the only benchmark with this ending in each of two folders.
Cause Find(const std::string& baseline, const std::string& changed, const std::string& ending) {
  const std::vector<v1::Profile> before = Recorded(baseline, ending);
  const std::vector<v1::Profile> after = Recorded(changed, ending);
  EXPECT_EQ(before.size(), 1u);
  EXPECT_EQ(after.size(), 1u);
  const auto cause = FindCause({&before.front()}, {&after.front()});
  EXPECT_TRUE(cause.has_value());
  return *cause;
}

TEST(RecordedCausesTest, TrackingOfGettersIsTheRunnersOwn) {
  const Cause cause =
      Find("vitest-5.0.4-getter-tracked", "vitest-5.0.4-getter-suppressed", "::dense");
  EXPECT_EQ(cause.Delta(), 765815 - 2155815);
  EXPECT_EQ(CauseWords(cause), "the runner's own frames");
  EXPECT_EQ(cause.frames[0].Delta(), -480000);
  // And against the version that had none.
  EXPECT_EQ(Find("vitest-4.1.10-run1", "vitest-5.0.4-getter-tracked", "::dense").main_kind,
            v1::HARNESS);
}

TEST(RecordedCausesTest, ALookupThatMissesIsTheRuntime) {
  const Cause cause =
      Find("vitest-5.0.4-getter-tracked", "vitest-5.0.4-getter-suppressed", "::fibo 15");
  EXPECT_EQ(CauseWords(cause), "runtime");
}

TEST(RecordedCausesTest, AFrameThatShrankIsNotSaidToBeGone) {
  const Cause cause =
      Find("vitest-5.0.4-getter-suppressed", "vitest-5.0.4-getter-tracked", "::json roundtrip");
  const auto heap = std::find_if(cause.frames.begin(), cause.frames.end(), [](const auto& frame) {
    return frame.function == "v8::internal::Heap::OldGenerationSizeOfObjects() const";
  });
  ASSERT_NE(heap, cause.frames.end());
  EXPECT_EQ(heap->baseline, 1890);
  EXPECT_EQ(heap->changed, 189);
  for (const FrameChange& frame : cause.frames) EXPECT_NE(frame.function, "");
}

TEST(RecordedCausesTest, WhatRanBeforeIsATierFlip) {
  // The same work three times: the first that ran was interpreted, the others compiled.
  const std::vector<v1::Profile> first = Recorded("order-artefact", "one.bench.ts::order::A");
  const std::vector<v1::Profile> second = Recorded("order-artefact", "one.bench.ts::order::B");
  const std::vector<v1::Profile> third = Recorded("order-artefact", "one.bench.ts::order::C");
  const auto cause = FindCause({&first.front()}, {&second.front()});
  ASSERT_TRUE(cause.has_value() && cause->tier_flip.has_value());
  EXPECT_EQ(cause->tier_flip->from, v1::INTERPRETER);
  EXPECT_EQ(cause->tier_flip->to, v1::OPTIMISED);
  EXPECT_FALSE(FindCause({&second.front()}, {&third.front()}).has_value());
}

TEST(RecordedCausesTest, ACounterThatIsGoneBesideAFunctionInterpretedAgainIsBoth) {
  const Cause cause = Find("perf-map-tracked", "perf-map-suppressed", "::dense");
  EXPECT_EQ(CauseWords(cause), "several kinds");
}

}  // namespace
}  // namespace benchcell
