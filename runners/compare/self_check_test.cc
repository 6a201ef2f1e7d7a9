// Does the table find what is there, and nothing else? Generated runs of a known truth, through
// the same table as every comparison.

#include <gtest/gtest.h>

#include <cmath>

#include "absl/strings/str_cat.h"
#include "runners/compare/comparison.h"
#include "runners/stats/generated_noise.h"
#include "runners/stats/power.h"

namespace benchcell {
namespace {

constexpr int kCells = 120;
constexpr double kRunNoise = 0.008;  // standard deviation of a run's log rate

// A table of cells measured in balanced order: of the two runs of a pair, each binary leads in half
// of the pairs, drawn anew for each cell. The machine drifts by 10 % over the table's time, both
// runs of a pair share its mood, and the second run of a pair is slower by the order's effect.
Comparison Measure(GeneratedNoise& noise, int pairs, double change, double order_effect) {
  RateTable table(/*keep_samples=*/true);
  for (int cell = 0; cell < kCells; ++cell) {
    const double level = std::exp(10 * noise.Uniform());
    bool old_leads = noise.Uniform() < 0.5;
    for (int pair = 0; pair < pairs; ++pair) {
      const double shared = -0.1 * pair / pairs + 0.02 * noise.Normal();
      const double old_log = shared + kRunNoise * noise.Normal() - (old_leads ? 0 : order_effect);
      const double new_log = shared + kRunNoise * noise.Normal() - (old_leads ? order_effect : 0);
      const std::string name = absl::StrCat("n=", cell);
      table.Add("old", "a.js", name, "", {RateKind::kNumber, level * std::exp(old_log)});
      table.Add("new", "a.js", name, "",
                {RateKind::kNumber, level * (1 + change) * std::exp(new_log)});
      // Balanced: pairs come in twos, each with one of either order.
      old_leads = pair % 2 == 0 ? !old_leads : noise.Uniform() < 0.5;
    }
  }
  return *BuildComparison(table, {});
}

int Found(const Comparison& comparison, double level) {
  int found = 0;
  for (const ComparisonRow& row : comparison.rows) found += *row.p_value <= level;
  return found;
}

bool IsClean(const Comparison& comparison) {
  for (const ComparisonRow& row : comparison.rows) {
    if (*row.q_value <= 0.05) return false;
  }
  return true;
}

// Of all rows of many tables, those that are false at the level; and the tables without any after
// correction.
struct Alarms {
  double rows = 0;
  int raw = 0;
  int tables = 0;
  int clean = 0;
};

Alarms CountAlarms(double order_effect) {
  constexpr int kPairs = 20;
  GeneratedNoise noise(20260801);
  Alarms alarms;
  for (; alarms.tables < 100; ++alarms.tables) {
    const Comparison comparison = Measure(noise, kPairs, 0, order_effect);
    alarms.rows += static_cast<double>(comparison.rows.size());
    alarms.raw += Found(comparison, 0.05);
    alarms.clean += IsClean(comparison);
  }
  return alarms;
}

TEST(SelfCheckTest, TwiceTheSameBuildIsNoChange) {
  const Alarms alarms = CountAlarms(0.002);
  ASSERT_EQ(alarms.rows, 100.0 * kCells);
  // The test is discrete: its level with 20 pairs is 0.0484. Four standard deviations of a binomial
  // number either way.
  const double level = 0.0484;
  EXPECT_NEAR(alarms.raw, level * alarms.rows, 4 * std::sqrt(alarms.rows * level * (1 - level)));
  EXPECT_GE(alarms.clean, 0.95 * alarms.tables);
}

// An order effect as large as the noise scatters the pairs, and since it balances, evenly: it costs
// power, and makes no false alarm.
TEST(SelfCheckTest, LargeOrderEffectsMakeNoFalseAlarms) {
  const Alarms alarms = CountAlarms(0.02);
  EXPECT_LE(alarms.raw, 0.0484 * alarms.rows);
  EXPECT_GE(alarms.clean, 0.95 * alarms.tables);
}

TEST(SelfCheckTest, AOnePercentSlowdownIsFoundWithTheRunsThatThePlanChooses) {
  // What a pilot measurement gives: the scatter of the pairs, order effects and all.
  constexpr double kOrderEffect = 0.005;
  GeneratedNoise noise(99);
  double variance = 0;
  const Comparison pilot = Measure(noise, 30, 0, kOrderEffect);
  const double shift = *DetectableShift(30, {});
  for (const ComparisonRow& row : pilot.rows) {
    const double deviation = std::log1p(*row.smallest_detectable) / shift;
    variance += deviation * deviation / static_cast<double>(pilot.rows.size());
  }
  const int64_t pairs = *PairsToDetect(-0.01, std::sqrt(variance), TestGoal{0.05, 0.9}, 1000);
  EXPECT_GT(pairs, 10);
  EXPECT_LT(pairs, 60);
  constexpr int kTables = 20;
  int found = 0;
  for (int table = 0; table < kTables; ++table) {
    found += Found(Measure(noise, static_cast<int>(pairs), -0.01, kOrderEffect), 0.05);
  }
  EXPECT_GE(found, 0.9 * kTables * kCells);
  // And not because it took far too many runs.
  EXPECT_LE(found, 0.97 * kTables * kCells);
}

}  // namespace
}  // namespace benchcell
