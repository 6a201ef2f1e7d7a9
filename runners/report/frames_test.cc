#include "runners/report/frames.h"

#include <gtest/gtest.h>

#include "runners/report/profile_testing.h"

namespace benchcell {
namespace {

std::vector<const v1::Profile*> Pointers(const std::vector<v1::Profile>& profiles) {
  std::vector<const v1::Profile*> pointers;
  for (const v1::Profile& profile : profiles) pointers.push_back(&profile);
  return pointers;
}

std::vector<FrameChange> Compare(const std::vector<v1::Profile>& baseline,
                                 const std::vector<v1::Profile>& changed) {
  return CompareFrames(Pointers(baseline), Pointers(changed));
}

TEST(FramesTest, MedianOfTheRunsAndZeroWhereARunLacksTheFrame) {
  const auto frames = Compare({MakeProfile({{v1::RUNTIME, "f", "x", 10}}),
                               MakeProfile({{v1::RUNTIME, "f", "x", 30}}), MakeProfile({})},
                              {MakeProfile({{v1::RUNTIME, "f", "x", 12}})});
  ASSERT_EQ(frames.size(), 1u);
  EXPECT_EQ(frames[0].baseline, 10);
  EXPECT_EQ(frames[0].changed, 12);
}

TEST(FramesTest, FramesOfOneRunWithTheSameNameAreOne) {
  const auto frames =
      Compare({MakeProfile({{v1::RUNTIME, "f", "x", 1}, {v1::RUNTIME, "f", "x", 2}})},
              {MakeProfile({{v1::RUNTIME, "f", "x", 3}})});
  ASSERT_EQ(frames.size(), 1u);
  EXPECT_EQ(frames[0].Delta(), 0);
}

TEST(FramesTest, SortedByHowFarTheyMoved) {
  const auto frames = Compare({MakeProfile({{v1::RUNTIME, "small", "x", 10},
                                            {v1::OPTIMISED, "gone", "x", 50},
                                            {v1::RUNTIME, "b", "x", 5},
                                            {v1::RUNTIME, "a", "x", 5}})},
                              {MakeProfile({{v1::HARNESS, "new", "x", 100},
                                            {v1::RUNTIME, "small", "x", 11},
                                            {v1::RUNTIME, "a", "x", 7},
                                            {v1::RUNTIME, "b", "x", 3}})});
  std::vector<std::string> names;
  for (const FrameChange& frame : frames) names.push_back(frame.function);
  EXPECT_EQ(names, (std::vector<std::string>{"new", "gone", "a", "b", "small"}));
  EXPECT_EQ(frames[0].baseline, 0);
  EXPECT_EQ(frames[1].Delta(), -50);
}

TEST(FramesTest, ALineFurtherDownIsTheSameFunction) {
  const auto frames = Compare({MakeProfile({{v1::OPTIMISED, "f", "a.ts:3:14", 10}})},
                              {MakeProfile({{v1::OPTIMISED, "f", "a.ts:7:14", 11}})});
  ASSERT_EQ(frames.size(), 1u);
  EXPECT_EQ(frames[0].location, "a.ts:7:14");
  EXPECT_EQ(frames[0].Delta(), 1);
}

TEST(FramesTest, OfTwoFunctionsInAFileNoneIsTakenForTheOther) {
  // One of them could be either.
  EXPECT_EQ(Compare({MakeProfile({{v1::OPTIMISED, "f", "a.ts:3:1", 10}})},
                    {MakeProfile({{v1::OPTIMISED, "f", "a.ts:4:1", 11},
                                  {v1::OPTIMISED, "f", "a.ts:9:1", 12}})})
                .size(),
            3u);
  // But the one that kept its line is known, and the rest then is, too.
  EXPECT_EQ(Compare({MakeProfile({{v1::OPTIMISED, "f", "a.ts:3:1", 10},
                                  {v1::OPTIMISED, "f", "a.ts:8:1", 10}})},
                    {MakeProfile({{v1::OPTIMISED, "f", "a.ts:3:1", 11},
                                  {v1::OPTIMISED, "f", "a.ts:9:1", 12}})})
                .size(),
            2u);
  // No name, no guess.
  EXPECT_EQ(Compare({MakeProfile({{v1::HARNESS, "", "a.js:3:1", 10}})},
                    {MakeProfile({{v1::HARNESS, "", "a.js:4:1", 10}})})
                .size(),
            2u);
}

TEST(FramesTest, KindsAreFramesOfTheirOwn) {
  EXPECT_EQ(Compare({MakeProfile({{v1::BASELINE, "f", "a.ts:3:1", 10}})},
                    {MakeProfile({{v1::OPTIMISED, "f", "a.ts:3:1", 10}})})
                .size(),
            2u);
}

TEST(FramesTest, FileOfALocation) {
  EXPECT_EQ(FileOfLocation("src/read.ts:127:23"), "src/read.ts");
  EXPECT_EQ(FileOfLocation("src/read.ts:127"), "src/read.ts");
  EXPECT_EQ(FileOfLocation("libc.so.6"), "libc.so.6");
  EXPECT_EQ(FileOfLocation("a:1:2:3"), "a:1");
  EXPECT_EQ(FileOfLocation("C:x"), "C:x");
  EXPECT_EQ(FileOfLocation("123"), "123");
  EXPECT_EQ(FileOfLocation("node:internal/x:5:1"), "node:internal/x");
  EXPECT_EQ(FileOfLocation(""), "");
  EXPECT_EQ(FileOfLocation(":"), ":");
}

}  // namespace
}  // namespace benchcell
