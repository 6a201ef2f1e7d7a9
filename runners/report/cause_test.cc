#include "runners/report/cause.h"

#include <gtest/gtest.h>

#include "runners/report/profile_testing.h"

namespace benchcell {
namespace {

std::optional<Cause> Find(const v1::Profile& baseline, const v1::Profile& changed) {
  return FindCause({&baseline}, {&changed});
}

TEST(CauseTest, TheRunnersOwnFrames) {
  const auto cause = Find(Untracked(), Tracked());
  ASSERT_TRUE(cause.has_value());
  EXPECT_EQ(cause->baseline, 765815);
  EXPECT_EQ(cause->changed, 2155815);
  EXPECT_EQ(cause->main_kind, v1::HARNESS);
  EXPECT_EQ(CauseWords(*cause), "the runner's own frames");
  ASSERT_EQ(cause->frames.size(), 5u) << "as many as cover 95 %";
  EXPECT_EQ(cause->frames[0].location, "vitest/dist/chunks/init.js:127:23");
  EXPECT_EQ(cause->frames[0].Delta(), 480000);
  EXPECT_EQ(cause->frames[1].function, "MapPrototypeSet");
  EXPECT_EQ(cause->other_frames, 1u);
  EXPECT_EQ(cause->other_changed - cause->other_baseline, 35000);
  ASSERT_EQ(cause->kinds.size(), 3u);
  EXPECT_EQ(cause->kinds[0].kind, v1::OPTIMISED);
  EXPECT_EQ(cause->kinds[0].Delta(), 0);
  EXPECT_EQ(cause->kinds[1].kind, v1::RUNTIME);
  EXPECT_EQ(cause->kinds[1].Delta(), 0);
  EXPECT_EQ(cause->kinds[2].kind, v1::HARNESS);
  EXPECT_EQ(cause->kinds[2].Delta(), 1390000);
  EXPECT_FALSE(cause->tier_flip.has_value());
  // The same the other way round.
  EXPECT_EQ(Find(Tracked(), Untracked())->main_kind, v1::HARNESS);
}

TEST(CauseTest, ATierFlipIsCalledOne) {
  const auto cause = Find(Interpreted(), Compiled());
  ASSERT_TRUE(cause.has_value());
  EXPECT_TRUE(cause->tier_flip.has_value());
  EXPECT_EQ(CauseWords(*cause), "tier flip");
}

TEST(CauseTest, CompilingWhileItWasCountedIsNotTheCodes) {
  const v1::Profile before = MakeProfile({{v1::BASELINE, "merge", "a:1:1", 1000}});
  const v1::Profile after =
      MakeProfile({{v1::OPTIMISED, "merge", "a:1:1", 300},
                   {v1::RUNTIME, "v8::internal::maglev::Build()", "node", 800}});
  const auto cause = Find(before, after);
  ASSERT_TRUE(cause.has_value());
  EXPECT_TRUE(IsCompiling(*cause));
  EXPECT_EQ(CauseWords(*cause), "compiling");
  // Where less was compiled and the count went up all the same, it isn't the cause.
  const v1::Profile slower = MakeProfile({{v1::BASELINE, "merge", "a:1:1", 2000}});
  const auto other = Find(after, slower);
  EXPECT_TRUE(other->compiling.has_value());
  EXPECT_FALSE(IsCompiling(*other));
}

TEST(CauseTest, RunsOfABuildAreTakenTogetherByTheirMedian) {
  const v1::Profile base = MakeProfile({{v1::OPTIMISED, "f", "a:1:1", 10}});
  const v1::Profile usual = MakeProfile({{v1::OPTIMISED, "f", "a:1:1", 20}});
  const v1::Profile odd =
      MakeProfile({{v1::OPTIMISED, "f", "a:1:1", 20}, {v1::RUNTIME, "gc", "node", 500}});
  const auto cause = FindCause({&base}, {&usual, &odd, &usual});
  EXPECT_EQ(cause->changed, 20);
  EXPECT_EQ(cause->kinds.size(), 1u);
}

TEST(CauseTest, AtMostEightFramesAreToldAndTheOthersSummedUp) {
  std::vector<TestFrame> frames;
  for (int i = 0; i < 20; ++i) {
    frames.push_back({v1::OPTIMISED, "f" + std::to_string(i), "a:1:1", 100.0 + i});
  }
  const auto cause = Find(MakeProfile({{v1::RUNTIME, "same", "x", 5}}), MakeProfile(frames));
  ASSERT_EQ(cause->frames.size(), kMostFramesTold);
  EXPECT_EQ(cause->frames[0].function, "f19");
  // f11 to f0, and `same`, which is gone.
  EXPECT_EQ(cause->other_frames, 13u);
  EXPECT_EQ(cause->other_baseline, 5);
  EXPECT_EQ(cause->other_changed, 12 * 100 + 66);
  double sum = cause->other_changed - cause->other_baseline;
  for (const FrameChange& frame : cause->frames) sum += frame.Delta();
  EXPECT_DOUBLE_EQ(sum, cause->Delta());
}

TEST(CauseTest, NoCauseWithoutProfilesOrWithoutAChange) {
  const v1::Profile profile = Tracked();
  EXPECT_FALSE(FindCause({}, {&profile}).has_value());
  EXPECT_FALSE(FindCause({&profile}, {}).has_value());
  EXPECT_FALSE(Find(profile, profile).has_value());
  EXPECT_FALSE(Find(MakeProfile({}), MakeProfile({})).has_value());
}

std::optional<v1::FrameKind> Main(const std::vector<KindChange>& kinds) { return MainKind(kinds); }

TEST(CauseTest, TheRuntimeIsTheCauseOnlyWhereWhatCallsItStayedTheSame) {
  EXPECT_EQ(Main({{v1::RUNTIME, 0, 100}}), v1::RUNTIME);
  EXPECT_EQ(Main({{v1::OPTIMISED, 0, 19}, {v1::RUNTIME, 0, 81}}), v1::RUNTIME);
  EXPECT_EQ(Main({{v1::OPTIMISED, 0, 20}, {v1::RUNTIME, 0, 80}}), v1::OPTIMISED);
  EXPECT_EQ(Main({{v1::OPTIMISED, 10, 5}, {v1::RUNTIME, 0, 80}}), v1::RUNTIME)
      << "the others went the other way, a little";
  EXPECT_EQ(Main({{v1::OPTIMISED, 100, 0}, {v1::RUNTIME, 0, 180}}), std::nullopt);
}

TEST(CauseTest, MoreThanHalfOfTheOthersIsTheCause) {
  EXPECT_EQ(Main({{v1::OPTIMISED, 0, 60}, {v1::HARNESS, 0, 40}}), v1::OPTIMISED);
  EXPECT_EQ(Main({{v1::OPTIMISED, 0, 50}, {v1::HARNESS, 0, 50}}), std::nullopt);
  EXPECT_EQ(Main({{v1::INTERPRETER, 0, 90}, {v1::OPTIMISED, 0, 10}, {v1::HARNESS, 70, 0}}),
            v1::INTERPRETER);
  EXPECT_EQ(Main({{v1::INTERPRETER, 0, 10}, {v1::HARNESS, 70, 0}, {v1::RUNTIME, 0, 100}}),
            std::nullopt)
      << "most of the others, but not the way of the change";
  EXPECT_EQ(Main({{v1::OPTIMISED, 0, 50}, {v1::HARNESS, 50, 0}}), std::nullopt) << "no change";
  EXPECT_EQ(Main({}), std::nullopt);
}

TEST(CauseTest, ASmallPartOfTheChangeIsNotTheCause) {
  EXPECT_EQ(Main({{v1::INTERPRETER, 0, 12}, {v1::RUNTIME, 0, 78}, {v1::HARNESS, 0, 10}}),
            std::nullopt);
  // The harness's runtime is in its own cost already.
  EXPECT_EQ(Main({{v1::RUNTIME, 0, 60}, {v1::HARNESS, 0, 40}}), std::nullopt);
  EXPECT_EQ(Main({{v1::RUNTIME, 0, 40}, {v1::HARNESS, 0, 60}}), v1::HARNESS);
}

TEST(CauseTest, WhereLargeAmountsCameAndWentNoneIsTheCause) {
  // A runner's counter that is gone, and beside it a function that is interpreted again.
  EXPECT_EQ(Main({{v1::INTERPRETER, 1193, 331372},
                  {v1::BASELINE, 98080, 0},
                  {v1::OPTIMISED, 0, 14000},
                  {v1::RUNTIME, 113112, 31112},
                  {v1::HARNESS, 256401, 1401}}),
            std::nullopt);
}

TEST(CauseTest, Words) {
  Cause cause;
  EXPECT_EQ(CauseWords(cause), "several kinds");
  cause.main_kind = v1::BASELINE;
  EXPECT_EQ(CauseWords(cause), "baseline");
  EXPECT_EQ(KindWords(v1::INTERPRETER), "interpreter");
  EXPECT_EQ(KindWords(v1::RUNTIME), "runtime");
  EXPECT_EQ(KindWords(v1::FRAME_KIND_UNSPECIFIED), "unknown");
}

}  // namespace
}  // namespace benchcell
