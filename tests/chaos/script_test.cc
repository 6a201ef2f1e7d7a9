#include "tests/chaos/script.h"

#include <gtest/gtest.h>

#include <set>

namespace benchcell::chaos {
namespace {

constexpr Stage kWhole = {.coordinators = 2,
                          .agents = 3,
                          .has_database = true,
                          .has_disks = true,
                          .has_one_way_cuts = true};

TEST(Script, IsTheSameForTheSameSeed) {
  EXPECT_EQ(MakeScript(17, kWhole), MakeScript(17, kWhole));
  EXPECT_NE(MakeScript(17, kWhole), MakeScript(18, kWhole));
}

TEST(Script, HasEveryTroubleAndTargetOverManySeeds) {
  std::set<std::pair<Trouble, int>> seen;
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    for (const Event& event : MakeScript(seed, kWhole)) seen.emplace(event.trouble, event.target);
  }
  // Two kinds for two coordinators, six for three agents, four for all.
  EXPECT_EQ(seen.size(), 2u * 2 + 6 * 3 + 4);
}

TEST(Script, HasOnlyWhatTheStageHas) {
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    for (const Event& event : MakeScript(seed, {.coordinators = 1, .agents = 1})) {
      EXPECT_EQ(event.target, 0);
      EXPECT_NE(event.trouble, Trouble::kFillDisk);
      EXPECT_NE(event.trouble, Trouble::kLoseAnswers);
      EXPECT_NE(event.trouble, Trouble::kRestartDatabase);
      EXPECT_NE(event.trouble, Trouble::kKillDatabase);
      EXPECT_NE(event.trouble, Trouble::kFreezeDatabase);
    }
  }
}

TEST(Script, NoTwoOfAKindOverlapOnATarget) {
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    const std::vector<Event> script = MakeScript(seed, kWhole);
    for (size_t i = 0; i < script.size(); ++i) {
      for (size_t j = i + 1; j < script.size(); ++j) {
        EXPECT_LE(script[i].start, script[j].start);
        if (script[i].trouble != script[j].trouble || script[i].target != script[j].target) {
          continue;
        }
        EXPECT_LE(script[i].start + script[i].length, script[j].start) << "seed " << seed;
      }
    }
  }
}

TEST(Script, IsWrittenWithTimes) {
  const Event event = {Trouble::kKillAgent, 2, absl::Milliseconds(1250), absl::Milliseconds(800)};
  EXPECT_EQ(Describe(event), " 1.250s +0.800s  kill agent 2");
  const Event blackout = {Trouble::kBlackout, 0, absl::Seconds(0), absl::Milliseconds(5)};
  EXPECT_EQ(Describe(blackout), " 0.000s +0.005s  blackout");
}

}  // namespace
}  // namespace benchcell::chaos
