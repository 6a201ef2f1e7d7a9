#include "runners/report/tier_flip.h"

#include <gtest/gtest.h>

#include "runners/report/profile_testing.h"

namespace benchcell {
namespace {

std::optional<TierFlip> Find(const v1::Profile& baseline, const v1::Profile& changed) {
  return FindTierFlip(CompareFrames({&baseline}, {&changed}));
}

TEST(TierFlipTest, InterpretedBeforeAndCompiledNow) {
  const auto flip = Find(Interpreted(), Compiled());
  ASSERT_TRUE(flip.has_value());
  EXPECT_EQ(flip->from, v1::INTERPRETER);
  EXPECT_EQ(flip->to, v1::OPTIMISED);
  EXPECT_EQ(flip->function, "work");
  EXPECT_EQ(flip->location, "order/one.bench.ts:3:14");
}

TEST(TierFlipTest, TheReverse) {
  const auto flip = Find(Compiled(), Interpreted());
  ASSERT_TRUE(flip.has_value());
  EXPECT_EQ(flip->from, v1::OPTIMISED);
  EXPECT_EQ(flip->to, v1::INTERPRETER);
  EXPECT_EQ(flip->function, "work");
}

TEST(TierFlipTest, FromTheInterpreterToBaselineNamesTheFunctionAndNotAHelper) {
  const auto flip = Find(MakeProfile({{v1::INTERPRETER, "LdaNamedPropertyHandler", "node", 500000},
                                      {v1::RUNTIME, "LoadIC", "node", 11000}}),
                         MakeProfile({{v1::BASELINE, "LoadIC_Baseline", "node", 200000},
                                      {v1::BASELINE, "local", "src/c.bench.ts:9:3", 85000},
                                      {v1::INTERPRETER, "LdaNamedPropertyHandler", "node", 5000},
                                      {v1::RUNTIME, "LoadIC", "node", 8000}}));
  ASSERT_TRUE(flip.has_value());
  EXPECT_EQ(flip->to, v1::BASELINE);
  EXPECT_EQ(flip->function, "local");
}

TEST(TierFlipTest, BetweenCompiledTiersTheFunctionMustBeTheSame) {
  const v1::Profile before = MakeProfile({{v1::BASELINE, "work", "a.ts:3:1", 90000}});
  const auto flip = Find(before, MakeProfile({{v1::OPTIMISED, "work", "a.ts:3:1", 15000}}));
  ASSERT_TRUE(flip.has_value());
  EXPECT_EQ(flip->from, v1::BASELINE);
  EXPECT_EQ(flip->to, v1::OPTIMISED);
  EXPECT_FALSE(Find(before, MakeProfile({{v1::OPTIMISED, "other", "a.ts:9:1", 15000}})));
}

TEST(TierFlipTest, MoreOfTheSameTierIsNone) {
  EXPECT_FALSE(Find(MakeProfile({{v1::OPTIMISED, "work", "a.ts:3:1", 15000}}),
                    MakeProfile({{v1::OPTIMISED, "work", "a.ts:3:1", 30000}})));
  EXPECT_FALSE(Find(Interpreted(), Interpreted()));
  EXPECT_FALSE(Find(MakeProfile({}), MakeProfile({})));
}

TEST(TierFlipTest, ARunnerThatCountsIsNone) {
  EXPECT_FALSE(Find(Untracked(), Tracked()));
  EXPECT_FALSE(Find(Tracked(), Untracked()));
}

TEST(TierFlipTest, WhatTheTiersDoNotExplainIsMoreThanAFlip) {
  // The same move, beside a runtime that costs more by half of it.
  v1::Profile compiled = Compiled();
  EXPECT_TRUE(Find(Interpreted(), compiled));
  v1::Frame& frame = *compiled.add_frame();
  frame.set_kind(v1::RUNTIME);
  frame.set_function("GarbageCollection");
  frame.set_cost(92000);
  EXPECT_FALSE(Find(Interpreted(), compiled));
}

TEST(TierFlipTest, WorkThatIsGoneDidNotMove) {
  // What came is too little to be what left.
  EXPECT_FALSE(Find(Interpreted(), MakeProfile({{v1::OPTIMISED, "tiny", "a.ts:1:1", 300}})));
  EXPECT_FALSE(Find(Interpreted(), MakeProfile({})));
}

TEST(TierFlipTest, AFunctionThatWasCompiledBeforeDidNotCome) {
  // Optimised code grew, and something else is no longer interpreted.
  EXPECT_FALSE(Find(MakeProfile({{v1::INTERPRETER, "AddHandler", "node", 50000},
                                 {v1::OPTIMISED, "work", "a.ts:3:1", 15000}}),
                    MakeProfile({{v1::INTERPRETER, "AddHandler", "node", 1000},
                                 {v1::OPTIMISED, "work", "a.ts:3:1", 30000}})));
}

TEST(TierFlipTest, SmallFramesWithoutNameAreNoFunction) {
  EXPECT_FALSE(Find(MakeProfile({{v1::INTERPRETER, "AddHandler", "node", 50000}}),
                    MakeProfile({{v1::OPTIMISED, "", "", 20000}})));
}

}  // namespace
}  // namespace benchcell
